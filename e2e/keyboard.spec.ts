import { expect, test } from "./journey";
import { walkTo } from "./walk";

test("a message is written, sent, looked into and sent again without a mouse", async ({
  page,
  request,
  workspace,
}) => {
  await request.get(`/api/v1/workspaces/${workspace.slug}/agents`);
  const press = (keys: string) => page.keyboard.press(keys);
  await page.goto(`/w/${workspace.slug}/playground`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");

  await press("c");
  await expect(page).toHaveURL(/playground\/new/);
  await expect(page.getByLabel(/^Message/).last()).toBeFocused();
  await page.keyboard.type("/rel");
  await expect(page.getByRole("option", { name: /release-notes/ })).toBeVisible();
  await press("Enter");
  await page.keyboard.type("Read references/tone.md");
  await press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(/playground\/[0-9a-f-]{36}/);
  const log = page.getByRole("log");
  await expect(log.getByRole("button", { name: /^Read references\/tone.md/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0, { timeout: 20_000 });

  await test.step("Tab leaves the message, J and K walk through the events", async () => {
    await press("Tab");
    const chosen = () => Number(new URL(page.url()).searchParams.get("event"));
    await press("j");
    await expect.poll(chosen).toBe(1);
    await press("j");
    await expect.poll(chosen).toBeGreaterThan(1);
    await expect(log.locator("[aria-current=true]")).toHaveCount(1);
    await press("k");
    await expect.poll(chosen).toBe(1);
  });

  await test.step("F filters, Escape shows everything and gives the focus back", async () => {
    const timeline = page.getByRole("region", { name: "Timeline" });
    await press("f");
    await expect(page.getByLabel("Search in events")).toBeFocused();
    await page.keyboard.type("tone.md");
    await expect(timeline.getByRole("button", { name: /^Catalogue injected/ })).toHaveCount(0);
    await press("Tab");
    await press("Escape");
    await expect(timeline.getByRole("button", { name: /^Catalogue injected/ })).toBeVisible();
    await expect(timeline.getByRole("button", { name: "Filter" })).toBeFocused();
  });

  await test.step("the menu of a turn opens, runs it again, and closes without a choice", async () => {
    const more = page.getByRole("button", { name: "More for turn 1" });
    await walkTo(page, "Tab", more);
    await press("Enter");
    await expect(page.getByRole("menuitem", { name: "Edit and resend" })).toBeFocused();
    await press("Escape");
    await expect(more).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("menuitem", { name: "Edit and resend" })).toBeFocused();
    await walkTo(page, "ArrowDown", page.getByRole("menuitem", { name: "Run again" }));
    await press("Enter");
    await expect(page).toHaveURL(/branch=/);
    await expect(page.getByLabel("Branch of the conversation")).toBeVisible();
    await expect(log.getByRole("button", { name: /^Read references\/tone.md/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0, { timeout: 20_000 });
  });

  await test.step("/ goes back to the message, and it is sent in the new line", async () => {
    await press("/");
    await expect(page.getByLabel(/^Message to/)).toBeFocused();
    await page.keyboard.type("@release-notes Thank you");
    await press("Escape");
    await press("ControlOrMeta+Enter");
    await expect(log.getByText("Thank you").first()).toBeVisible();
    await expect(log.getByRole("button", { name: /^Activated again release-notes/ })).toBeVisible();
  });
});
