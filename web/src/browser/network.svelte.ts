/** Whether this device has a network. */

class Network {
  away = $state(typeof navigator !== 'undefined' && !navigator.onLine);

  constructor() {
    addEventListener('online', () => (this.away = false));
    addEventListener('offline', () => (this.away = true));
  }
}

export const network = new Network();
