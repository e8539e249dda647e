import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";
import { storeReview } from "./pages";
import { isFocusSeen, walkTo } from "./walk";

/** Which element has the focus and what it is called; nothing on the page's own body. */
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "";
    const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 40);
    return `${focused.tagName} ${name}, element ${[...document.querySelectorAll("*")].indexOf(focused)}`;
  });

test("every room's list is walked, and opened from, without a mouse", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const conversation = await api.post("/conversations", { agent: "release-desk" });
  await api.post("/comparisons", {
    message: "/release-notes Read references/tone.md",
    columns: [{ agent: "release-desk" }],
    without: "release-notes",
  });
  const at = (path: string) => `/w/${workspace.slug}/${path}`;
  for (const [room, opened] of [
    ["agents", /agents\/release-desk$/],
    ["playground", new RegExp(`playground/${conversation.id}`)],
    ["playground/compare", /playground\/compare\/[0-9a-f-]{36}$/],
    ["skills", /skills\/[a-z-]+$/],
    ["agents/release-desk", /skills\/[a-z-]+$/],
  ] as const) {
    await page.goto(at(room));
    await page.keyboard.press("j");
    const link = page.locator(":is(tbody, main ol) a:focus");
    await expect(link, room).toHaveCount(1);
    expect(await isFocusSeen(page), `${room}: the focus is seen`).toBe(true);
    await page.keyboard.press("Enter");
    await expect(page, room).toHaveURL(opened);
  }
});

test("editor, review, agent, proof and settings are walked with Tab: the focus is always seen, and held by nothing", async ({
  page,
  request,
  workspace,
}) => {
  test.setTimeout(300_000);
  await storeReview(new WorkspaceApi(request, workspace.slug));
  for (const path of [
    "reviews/1",
    "agents/release-desk",
    "skills/next-version/proof?tab=edit",
    "settings/reviews",
    "inbox",
  ]) {
    await page.goto(`/w/${workspace.slug}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    let before = "";
    for (let presses = 1; presses <= 30; presses += 1) {
      await page.keyboard.press("Tab");
      const [now, isSeen] = await Promise.all([focusOf(page), isFocusSeen(page)]);
      if (now === "" && presses > 8) break; // past the last one, in the browser's own frame
      expect(now, `${path}: Tab ${presses} goes on`).not.toBe(before);
      expect(isSeen, `${path}: the focus is seen on ${now}`).toBe(true);
      before = now;
    }
  }
  await test.step("the editor's text keeps Tab for itself until it is asked not to", async () => {
    await page.goto(`/w/${workspace.slug}/skills/release-notes/edit`);
    const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
    await walkTo(page, "Tab", text);
    await page.keyboard.press("Control+m");
    await page.keyboard.press("Tab");
    await expect(text).not.toBeFocused();
    expect(await isFocusSeen(page), await focusOf(page)).toBe(true);
  });
});
