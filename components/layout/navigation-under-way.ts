/** A navigation that has not come by then is not waited for: its server may never answer. */
const longestMs = 10_000;

let underWay: { to: string; since: number } | null = null;

/** The router begins to lead to this address. */
export function noteNavigation(to: string): void {
  underWay = { to: new URL(to, window.location.href).href, since: Date.now() };
}

/** What the router led to is shown, wherever it was sent on to. */
export function noteArrival(): void {
  underWay = null;
}

/** Whether the router leads to another page at this moment. */
export function isNavigating(): boolean {
  if (underWay === null) return false;
  return underWay.to !== window.location.href && Date.now() - underWay.since < longestMs;
}
