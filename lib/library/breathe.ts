/** Long work calls this between its steps: it lets waiting requests through once `longestMs` have gone by. */
export type Breathe = () => Promise<void>;

export function createBreathe(longestMs = 12): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
