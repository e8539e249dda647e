import type { Steps } from "@/lib/kernel/steps";

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

/** Does work that comes in pieces, and breathes between them. */
export async function inSteps<T>(steps: Steps<T>, breathe: Breathe = createBreathe()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}
