import { expect, setTheme, test } from "./journey";

test("a theme follows the system until one is chosen, which then stays", async ({ page, workspace }) => {
  const theme = page.locator("html");
  await setTheme(page, "dark");
  await page.goto(`/w/${workspace.slug}/skills`);
  await expect(theme).toHaveAttribute("data-theme", "dark");
  await setTheme(page, "light");
  await expect(theme).toHaveAttribute("data-theme", "light");

  await page.getByRole("button", { name: /, account$/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(theme).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(theme).toHaveAttribute("data-theme", "dark");
  await page.goto(`/w/${workspace.slug}/settings/account`);
  await page.getByRole("radio", { name: "As the system" }).check();
  await expect(theme).toHaveAttribute("data-theme", "light");
});
