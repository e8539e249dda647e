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

/** Whether the element with the focus shows it: itself, by what it draws over itself, or by the label or box around it. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const draws = (element: Element | null | undefined, pseudo?: string) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
      const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || /0px 0px 0px 1px/.test(boxShadow);
    };
    const focused = document.activeElement;
    if (focused?.closest(".monaco-editor.focused")) return true; // its caret
    const around = [focused?.parentElement, focused?.nextElementSibling];
    return draws(focused) || draws(focused, "::after") || around.some((one) => draws(one));
  });
