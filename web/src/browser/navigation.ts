import { loadsAnew } from './updates.svelte';

/** To another page of the client without loading it anew, from where nobody handed the way down. */
export function goTo(path: string): void {
  if (loadsAnew(path)) return;
  history.pushState(history.state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** To another page in the place of this one, to which the way back would lead here only to be sent on again. */
export function goOnTo(path: string): void {
  history.replaceState(history.state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** As a handler of a link: new tabs and windows stay the browser’s affair. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  goTo((event.currentTarget as HTMLAnchorElement).getAttribute('href') ?? '/');
}
