import type { Page } from "@playwright/test";

/**
 * Lets `goto` and `reload` of a page end when it reacts: every part has streamed in and React has taken over every
 * control. Between the first paint and that moment a press is lost and a part can be there twice, once hidden.
 */
export function waitUntilTakenOver(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...address) => {
    const response = await goto(...address);
    await untilTakenOver(page);
    return response;
  };
  page.reload = async (...options) => {
    const response = await reload(...options);
    await untilTakenOver(page);
    return response;
  };
}

/** The same where the page itself went to another address, as after a sign-in. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver);
  // Keys are listened to from the effects that follow the next paint, as soon as a busy page comes to them.
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    await new Promise((idle) => requestIdleCallback(idle));
  });
}

/**
 * In the page: nothing streams in any more, and React has committed every part of what came as HTML. It marks a part's
 * elements while it still prepares it, so only its tree tells. Not a promise: that would count as true at once.
 */
function isTakenOver(): boolean {
  type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedState: unknown };
  const isWaiting = (state: unknown) =>
    typeof state === "object" &&
    state !== null &&
    (("isDehydrated" in state && state.isDehydrated === true) ||
      ("dehydrated" in state && state.dehydrated !== null));
  if (document.querySelector("script[src*='/_next/']") === null) return true; // an empty page, or somebody else's
  if (document.querySelector("[hidden][id^='S:'], template[id^='B:']")) return false;
  const mark = Object.keys(document).find((key) => key.startsWith("__reactContainer$"));
  if (mark === undefined) return false;
  const { stateNode }: { stateNode: { current: Fiber } } = Reflect.get(document, mark);
  const left = [stateNode.current];
  for (let fiber = left.pop(); fiber !== undefined; fiber = left.pop()) {
    if (isWaiting(fiber.memoizedState)) return false;
    if (fiber.child !== null) left.push(fiber.child);
    if (fiber.sibling !== null) left.push(fiber.sibling);
  }
  return true;
}
