import { reloadsForUpdate } from './updates.svelte';

/** Open another page of the client without a reload, from components that were not given a `go` function. */
export function openPage(path: string): void {
  if (reloadsForUpdate(path)) return;
  history.pushState(history.state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Replace this page by another one in the history, so that Back does not return to a redirect. */
export function replacePage(path: string): void {
  history.replaceState(history.state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** As a handler of a link: new tabs and windows stay the browser’s affair. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  openPage((event.currentTarget as HTMLAnchorElement).getAttribute('href') ?? '/');
}
