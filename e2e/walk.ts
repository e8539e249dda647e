import type { Locator, Page } from "@playwright/test";

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/**
 * Presses a key until the target has the focus; fails when it never comes there. Each press waits until the focus has
 * moved: a menu moves it some time after the key, and a second key before that would go one item too far.
 */
export async function walkTo(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(target)) return;
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    await page.waitForFunction((element) => document.activeElement !== element, before);
  }
  throw new Error(`The ${key} key does not lead there`);
}
