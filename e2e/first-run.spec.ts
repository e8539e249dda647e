import { accessibilityProblems, expect, operator, setTheme, test } from "./journey";

const setupLink = process.env.E2E_SETUP_LINK ?? "";
const wrongLink = setupLink.replace(/#.*$/, "#not-the-token-that-was-printed");

test.describe("the first run", () => {
  test.describe.configure({ mode: "serial" });

  test("tells a visitor without the link where to find it, and lets nobody in", async ({ page, request }) => {
    await page.goto("/");
    await expect(page.getByText(/printed/i).first()).toBeVisible();
    expect((await request.get("/api/v1/workspaces")).status()).toBe(401);
    expect((await request.post("/api/auth/sign-up/email", { data: {} })).status()).toBe(404);
  });

  test("refuses a link that was not printed", async ({ page }) => {
    await page.goto(wrongLink);
    await expect(page.getByLabel("Your name")).toHaveCount(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("makes the operator and the first workspace with the printed link, once", async ({
    page,
    context,
  }) => {
    await setTheme(page, "dark");
    await page.goto(setupLink);
    await expect(page.getByRole("heading", { name: "Claim this instance" })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);

    await expect(page.getByLabel("Your name")).toBeFocused();
    await page.keyboard.type(operator.name);
    await page.getByLabel("E-mail").fill(operator.email);
    await page.getByLabel("Workspace").fill("Meridian");
    await page.getByLabel("Password").fill("too short");
    await page.getByRole("button", { name: "Claim and open Meridian" }).click();
    await expect(page.getByText("Use at least 12 characters.")).toBeVisible();

    await page.getByLabel("Password").fill(operator.password);
    await page.getByRole("button", { name: "Claim and open Meridian" }).click();
    await expect(page).toHaveURL(/\/w\/meridian\/playground\/new/);
    await expect(page.getByRole("heading", { name: "New conversation" })).toBeVisible();
    await context.storageState({ path: operator.storage });
    await test.step("the first message is ready to send: one key, and a skill is activated", async () => {
      const field = page.getByRole("textbox", { name: "Message" });
      // The address has it: a reload, after which the page is known to react, shows the same.
      await page.reload();
      await expect(field).toHaveValue(/^Write release notes for customers/);
      await expect(field).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/playground\/[0-9a-f-]{36}/);
      const log = page.getByRole("log");
      await expect(log.getByRole("button", { name: /^Activated release-notes/ })).toBeVisible();
    });
    await page.goto("/w/meridian/skills");
    await expect(page.getByRole("heading", { name: "Skills" })).toBeVisible();

    const other = await context.browser()?.newContext();
    const second = await other?.newPage();
    await second?.goto(setupLink);
    await expect(second?.getByRole("button", { name: "Sign in" }) ?? page.locator("none")).toBeVisible();
    await other?.close();
  });

  test("signs in with e-mail and password, and says the same for either being wrong", async ({ page }) => {
    await page.goto("/w/meridian/agents");
    await expect(page).toHaveURL(/\/sign-in/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await page.keyboard.type(operator.email);
    await page.getByLabel("Password").fill("not the password at all");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("do not belong together")).toBeVisible();

    await page.getByLabel("Password").fill(operator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/w\/meridian\/agents/);
  });
});
