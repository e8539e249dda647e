/**
 * Says in the address's query what is shown, without a step in the history, so that it can be sent on and comes back
 * with a reload. Null takes a word out: what is shown anyway needs none.
 */
export function putInAddress(shown: Readonly<Record<string, string | null>>): void {
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(shown)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}
