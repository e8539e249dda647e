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
export const untilTakenOver = (page: Page) => page.waitForFunction(isTakenOver);

/** In the page. React marks the elements that it has taken over; what Monaco draws is none of its. */
async function isTakenOver(): Promise<boolean> {
  if (document.querySelector("[hidden][id^='S:'], template[id^='B:']")) return false;
  const controls = document.querySelectorAll("body :is(a, button, input, select, textarea)");
  for (const control of controls)
    if (!control.closest(".monaco-editor") && !Object.keys(control).some((key) => key.startsWith("__react")))
      return false;
  // Keys are listened to from the effects that follow the next paint, as soon as a busy page comes to them.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  await new Promise((idle) => requestIdleCallback(idle));
  return true;
}
