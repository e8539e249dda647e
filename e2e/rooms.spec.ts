import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";
import { storePublished, storeReview } from "./pages";
import { walkTo } from "./walk";

/** Whether the element with the focus shows it, itself or by the label or box around it. */
const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const draws = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const focused = document.activeElement;
    return draws(focused) || draws(focused?.parentElement) || draws(focused?.nextElementSibling);
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
  ] as const) {
    await page.goto(at(room));
    await page.keyboard.press("j");
    const link = page.locator("tbody a:focus");
    await expect(link, room).toHaveCount(1);
    expect(await isFocusSeen(page), `${room}: the focus is seen`).toBe(true);
    await page.keyboard.press("Enter");
    await expect(page, room).toHaveURL(opened);
  }
});

test("a dialog takes the focus, holds it, and gives it back where it was opened", async ({
  page,
  request,
  workspace,
}) => {
  test.setTimeout(300_000); // nine pages, and a busy machine
  const api = new WorkspaceApi(request, workspace.slug);
  await storePublished(api);
  await storeReview(api);
  const at = (path: string) => `/w/${workspace.slug}/${path}`;
  for (const [path, opener] of [
    ["settings/keys", /^New key/],
    ["settings/addresses", /^New address/],
    ["settings/sources", /^Add a source/],
    ["settings/hosts", /^Connect a host/],
    ["settings/models", /^Add model/],
    ["settings/members", /^Invite/],
    ["agents", /^New agent/],
    ["reviews/1", /^Rehearse/],
    ["reviews/1", /^Bypass and publish/],
  ] as const) {
    await page.goto(at(path));
    const button = page
      .getByRole("main")
      .or(page.locator("header"))
      .getByRole("button", { name: opener })
      .first();
    await walkTo(page, "Tab", button);
    expect(await isFocusSeen(page), `${path}: the focus is seen`).toBe(true);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog, path).toBeVisible();
    await expect(dialog.locator(":focus"), `${path}: the dialog has the focus`).toHaveCount(1);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus"), `${path}: the dialog holds the focus`).toHaveCount(1);
      expect(await isFocusSeen(page), `${path}: the focus is seen at Tab ${presses + 1}`).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button, `${path}: the focus is back`).toBeFocused();
  }
});
