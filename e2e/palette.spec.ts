import { expect, test } from "./journey";
import { untilTakenOver } from "./taken-over";

test("the palette finds, goes and acts, by keyboard alone", async ({ page, workspace }) => {
  const home = `/w/${workspace.slug}`;
  const press = (keys: string) => page.keyboard.press(keys);
  const words = page.getByRole("combobox", { name: "Search and commands" });
  const first = page.getByRole("listbox", { name: "Results" }).getByRole("option").first();
  const ask = async (query: string) => {
    await press("ControlOrMeta+k");
    await expect(words).toBeFocused();
    await page.keyboard.type(query);
  };
  await page.goto(`${home}/agents`);

  await test.step("Enter at once after the last letter goes to the first result", async () => {
    await ask("release-notes");
    await press("Enter");
    await expect(page).toHaveURL(new RegExp(`${home}/skills/release-notes$`));
    await untilTakenOver(page);
  });

  await test.step("a verb and a few letters act on what they find", async () => {
    await ask("rehearse release");
    await expect(first).toContainText("Rehearse the draft: release-notes");
    await press("Enter");
    await expect(page).toHaveURL(new RegExp(`${home}/playground/new`));
    // The address is there before the page is.
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
    await untilTakenOver(page);
  });

  await test.step("every page of the settings is a place to go to", async () => {
    await ask("audit");
    await press("Enter");
    await expect(page).toHaveURL(/\/audit$/);
    await untilTakenOver(page);
  });

  await test.step("the theme changes where one is", async () => {
    await ask("theme: dark");
    await expect(first).toContainText("Theme: Dark");
    await press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(words).toHaveCount(0);
  });

  await test.step("Escape leaves everything as it was", async () => {
    const address = page.url();
    await ask("release-notes");
    await press("Escape");
    await expect(words).toHaveCount(0);
    expect(page.url()).toBe(address);
  });
});
