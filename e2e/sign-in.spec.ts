import { test as base } from "@playwright/test";
import { codeAt, stepAt } from "../lib/auth/one-time-code";
import { secretOf } from "../lib/testing/secret-of";
import {
  accessibilityProblems,
  accessibilityProblemsInBothThemes,
  expect,
  operator,
  untilEditable,
} from "./journey";
import {
  answerProvider,
  type ProviderJourney,
  signInWithPassword,
  startProviderJourney,
} from "./provider-journey";
import { untilTakenOver } from "./taken-over";

const account = "/w/meridian/settings/account";

const test = base.extend<object, { journey: ProviderJourney }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
    async ({}, use) => {
      const journey = await startProviderJourney();
      await use(journey);
      await journey.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.describe.configure({ mode: "serial" });

test("a provider lets people in: refused in words, connected, invited, and down", async ({
  browser,
  journey,
}) => {
  test.slow();
  const page = await journey.openBrowser(browser);
  const withProvider = page.getByRole("button", { name: "Sign in with Meridian ID" });

  await test.step("the page offers both ways, in both themes", async () => {
    await page.goto("/w/meridian/agents");
    await expect(withProvider).toBeVisible();
    await expect(page.getByLabel("Password")).toBeVisible();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });

  await test.step("an account that is not connected is not opened by its address, and the page says what to do", async () => {
    await withProvider.click();
    await answerProvider(page, "ines");
    await expect(page.getByText("Your account is not connected to Meridian ID yet")).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await signInWithPassword(page);
    await expect(page).toHaveURL(/\/w\/meridian\/agents$/);
  });

  await test.step("it is connected with the password, under Your account", async () => {
    await page.goto(account);
    await page.getByRole("button", { name: "Connect Meridian ID" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password").fill("not the password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("The password is not right.")).toBeVisible();
    await dialog.getByLabel("Your password").fill(operator.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${account}$`));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("from then on it signs in, and leads to where the person was going", async () => {
    const fresh = await journey.openBrowser(browser);
    await fresh.goto("/w/meridian/skills");
    await fresh.getByRole("button", { name: "Sign in with Meridian ID" }).click();
    await answerProvider(fresh, "ines");
    await expect(fresh).toHaveURL(/\/w\/meridian\/skills$/);
  });

  await test.step("saying no there is said here", async () => {
    const fresh = await journey.openBrowser(browser);
    await fresh.goto("/sign-in");
    await fresh.getByRole("button", { name: "Sign in with Meridian ID" }).click();
    await fresh.getByRole("link", { name: "[ Cancel ]" }).click();
    await expect(fresh.getByText("Meridian ID did not let you in")).toBeVisible();
  });

  await test.step("an invitation lets somebody new in with it; without one nobody is made", async () => {
    const fresh = await journey.openBrowser(browser);
    await fresh.goto("/sign-in");
    await fresh.getByRole("button", { name: "Sign in with Meridian ID" }).click();
    await answerProvider(fresh, "omar");
    await expect(fresh.getByText("Nobody here has your e-mail address")).toBeVisible();
    const made = await journey.request.post("/api/v1/workspaces/meridian/invitations", {
      data: { role: "author" },
    });
    expect(made.status()).toBe(201);
    const { url } = await made.json();
    await fresh.goto(url);
    await fresh.getByRole("button", { name: "Join with Meridian ID" }).click();
    await expect(fresh).toHaveURL(/\/w\/meridian\/skills$/);
    await fresh.goto(account);
    await expect(fresh.getByText("It is your only way to sign in.").locator("visible=true")).toBeVisible();
    await expect(fresh.getByLabel("Current password")).toHaveCount(0);
  });

  await test.step("a provider that is down is said before anybody is sent away", async () => {
    const fresh = await journey.openBrowser(browser);
    await journey.provider.stop();
    try {
      // What it last said of itself holds for a few seconds.
      await expect(async () => {
        await fresh.goto("/sign-in");
        await fresh.getByRole("button", { name: "Sign in with Meridian ID" }).click();
        await expect(fresh.getByText("Meridian ID does not answer.")).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 40_000 });
    } finally {
      await journey.provider.start();
    }
  });
});

test("a second step: switched on, asked for, wrong, right, by backup code, switched off", async ({
  browser,
  journey,
}) => {
  test.slow();
  const page = await journey.openBrowser(browser);
  await page.goto(account);
  await signInWithPassword(page);
  const dialog = page.getByRole("dialog");
  const confirm = async (button: string) => {
    await dialog.getByLabel("Your password").fill(operator.password);
    await dialog.getByRole("button", { name: button }).click();
  };
  const signOut = async () => {
    await page.context().clearCookies();
    await page.goto(account);
    await signInWithPassword(page);
    await expect(page.getByRole("heading", { name: "Enter the code of your app" })).toBeVisible();
  };
  const type = async (label: string, code: string) => {
    await page.getByLabel(label, { exact: true }).fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
  };

  let secret = "";
  await test.step("the app is shown a picture and a key; a wrong code changes nothing", async () => {
    await page.getByRole("button", { name: "Switch on" }).click();
    await confirm("Continue");
    await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    const key = (await dialog.getByTestId("totp-secret").textContent()) ?? "";
    secret = secretOf(`otpauth://totp/Greenroom?secret=${key.replaceAll(" ", "")}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Code that the app shows").fill("000000");
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await expect(dialog.getByText("This code is not right.")).toBeVisible();
  });
  /**
   * What the app shows so many half minutes from now. One that is about to change is not typed any more: the one before
   * it counts for the rest of its half minute alone, and a used one is known as used for no longer than it counts.
   */
  const code = async (distance: number) => {
    const leftMs = 30_000 - (Date.now() % 30_000);
    if (leftMs < 15_000) await page.waitForTimeout(leftMs);
    return codeAt(secret, stepAt(new Date()) + distance);
  };
  let used = ""; // not made anew: half a minute may be over by then

  let backupCodes: string[] = [];
  await test.step("with the right one it is on, and the backup codes are shown once", async () => {
    await dialog.getByLabel("Code that the app shows").fill(await code(-1));
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await expect(dialog.getByText("This is the only time that these codes are shown")).toBeVisible();
    backupCodes = ((await dialog.textContent()) ?? "").match(/[A-Za-z0-9]{5}-[A-Za-z0-9]{5}/g) ?? [];
    expect(backupCodes).toHaveLength(10);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog.getByText("Are they stored?")).toBeVisible();
    await dialog.getByRole("button", { name: "I have stored them" }).click();
    await expect(page.getByRole("main").getByText("10 backup codes left")).toBeVisible();
  });

  await test.step("signing in asks for a code: a wrong one is refused, the right one leads on", async () => {
    await signOut();
    await page.reload();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await type("Code", "000000");
    await expect(page.getByText("This code is not right.")).toBeVisible();
    used = await code(0);
    await type("Code", used);
    await expect(page).toHaveURL(new RegExp(`${account}$`));
  });

  await test.step("a code works once", async () => {
    await signOut();
    await type("Code", used);
    await expect(page.getByText("This code was used already.")).toBeVisible();
  });

  await test.step("a backup code lets in once", async () => {
    await page.getByRole("button", { name: "Use a backup code" }).click();
    await type("Backup code", backupCodes[0] ?? "");
    await expect(page).toHaveURL(new RegExp(`${account}$`));
    await untilTakenOver(page);
    await expect(page.getByRole("main").getByText("9 backup codes left")).toBeVisible();
  });

  await test.step("the provider's door asks for it too", async () => {
    const fresh = await journey.openBrowser(browser);
    await fresh.goto("/w/meridian/agents");
    await fresh.getByRole("button", { name: "Sign in with Meridian ID" }).click();
    await answerProvider(fresh, "ines");
    await expect(fresh.getByRole("heading", { name: "Enter the code of your app" })).toBeVisible();
    await untilTakenOver(fresh);
    await fresh.getByLabel("Code", { exact: true }).fill(await code(1));
    await fresh.getByRole("button", { name: "Continue" }).click();
    await expect(fresh).toHaveURL(/\/w\/meridian\/agents$/);
  });

  await test.step("it is switched off with the password", async () => {
    await page.getByRole("button", { name: "Switch off" }).click();
    await confirm("Switch off");
    await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  });
});

test("a browser is signed out from another one, and keeps what was typed in it", async ({
  browser,
  journey,
}) => {
  test.slow();
  const [here, there] = [await journey.openBrowser(browser), await journey.openBrowser(browser)];
  await here.goto(account);
  await signInWithPassword(here);
  await there.goto("/w/meridian/skills/release-notes/edit");
  await signInWithPassword(there);
  await untilEditable(there);
  await there.locator(".view-line").last().click();
  await there.keyboard.press("ControlOrMeta+End");
  await there.keyboard.type("\nTyped before the sign-in was ended.\n");
  await expect(there.getByText("Unsaved changes", { exact: true })).toBeVisible();

  await here.reload();
  const signedIn = here.getByRole("table", { name: /^Where you are signed in/ });
  await expect(signedIn.getByText("This one")).toHaveCount(1);
  expect(await accessibilityProblems(here)).toEqual([]);
  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await here.getByRole("alertdialog").getByRole("button", { name: "Sign out there" }).click();
  await expect(signedIn.getByRole("row")).toHaveCount(2);

  await there.keyboard.press("ControlOrMeta+s");
  await expect(there.getByText(/^Not saved: Sign in first\. Your text is kept\.$/)).toBeVisible();
  await expect(there.getByText("Typed before the sign-in was ended.").first()).toBeVisible();
  await expect(there.getByText("You are signed out", { exact: true })).toBeVisible();
  const again = await there.context().newPage();
  await again.goto("/sign-in");
  await signInWithPassword(again);
  await expect(again).toHaveURL(/\/w\/meridian/);
  await there.bringToFront();
  await there.keyboard.press("ControlOrMeta+s");
  await expect(there.getByRole("status").getByText(/^Saved/)).toBeVisible();
});
