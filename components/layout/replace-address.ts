import { isNavigating } from "./navigation-under-way";

/**
 * Gives the page that is shown another address, without a step in the history; the router's hooks follow. While the
 * router leads to another page they do not: it would take the change for the newest navigation and drop its own.
 */
export function replaceAddress(address: string | URL): void {
  // A state that is the router's own is written past the router.
  window.history.replaceState(isNavigating() ? window.history.state : null, "", address);
}
