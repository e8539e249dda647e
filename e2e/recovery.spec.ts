import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { codeAt, stepAt } from "../lib/auth/one-time-code";
import { secretOf } from "../lib/testing/secret-of";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, listen, test } from "./journey";
import { walkTo } from "./walk";

const run = promisify(execFile);
const people = "/w/meridian/settings/instance";
const trail = "/w/meridian/settings/instance/audit";
const firstPassword = "the-password-that-will-be-lost";
const newPassword = "the-one-that-was-chosen-since";

type Person = {
  name: string;
  email: string;
  page: Page;
  browser: APIRequestContext;
  /** Where the app is; its door for sign-in asks every request with a cookie for it. */
  origin: string;
  close: () => Promise<void>;
};

let count = 0;
/** Somebody with an account and a browser of their own, where they are signed in. */
async function somebody(browser: Browser, api: WorkspaceApi, name: string): Promise<Person> {
  count += 1;
  const email = `${name.toLowerCase()}-${process.pid}-${count}@meridian.example`;
  const { url } = await api.post("/invitations", { role: "admin" });
  const { hash, origin } = new URL(String(url));
  const token = hash.replace(/^#(token=)?/, "");
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const account = { name: `${name} ${process.pid}-${count}`, email, password: firstPassword };
  const joined = await context.request.post("/api/v1/invitations/accept", { data: { token, account } });
  expect(joined.status(), await joined.text()).toBe(201);
  const page = await context.newPage();
  const complaints = listen(page);
  const close = async () => {
    await context.close();
    expect(complaints, `what the browser of ${name} complained about`).toEqual([]);
  };
  return { name: account.name, email, page, browser: context.request, origin, close };
}

/** Makes them an owner, with a second step whose app is then lost. */
async function becomeOwner(request: APIRequestContext, slug: string, { email, browser, origin }: Person) {
  const members = `/api/v1/workspaces/${slug}/members`;
  const { items } = await (await request.get(members)).json();
  const { userId } = items.find((member: { email: string }) => member.email === email);
  expect((await request.patch(`${members}/${userId}`, { data: { role: "owner" } })).ok()).toBe(true);
  const headers = { origin };
  const enabled = await browser.post("/api/auth/two-factor/enable", {
    headers,
    data: { password: firstPassword },
  });
  expect(enabled.status(), await enabled.text()).toBe(200);
  const { totpURI } = await enabled.json();
  const code = codeAt(secretOf(totpURI), stepAt(new Date()));
  expect((await browser.post("/api/auth/two-factor/verify-totp", { headers, data: { code } })).ok()).toBe(
    true,
  );
}

/** Opens the menu of one person by the keyboard alone and picks an act in it. */
async function pick(page: Page, { name, email }: Person, act: RegExp): Promise<void> {
  await page.goto(people);
  const search = page.getByRole("searchbox", { name: "Name or e-mail" });
  await search.focus();
  await page.keyboard.type(email);
  await expect(page.getByRole("table", { name: /^People/ }).getByRole("row")).toHaveCount(2);
  await walkTo(page, "Tab", page.getByRole("button", { name: `Actions for ${name}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await walkTo(page, "ArrowDown", page.getByRole("menuitem", { name: act }));
  await page.keyboard.press("Enter");
}

/** Answers the question that an act asks, by the keyboard. */
async function confirm(page: Page, button: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await question.getByRole("button", { name: button }).focus();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
}

/** Chooses a new password with a link, by the keyboard, and signs in with it. */
async function comeBack({ page, email }: Person, link: string, slug: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await page.getByLabel("New password").focus();
  await page.keyboard.type(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in", exact: true }).focus();
  await page.keyboard.press("Enter");
  await signIn(page, email, newPassword);
  await page.goto(`/w/${slug}/settings`);
  await expect(page.getByRole("button", { name: "Delete the workspace" })).toBeVisible();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL(/\/w\//);
}

async function expectSignedOut({ page }: Person, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Sign in to Greenroom" })).toBeVisible();
}

/** What the trail of the installation says was done to somebody, the newest first. */
async function saidOf(request: APIRequestContext, { name }: Person): Promise<string[]> {
  const query = new URLSearchParams({ object: name, action: "person.", limit: "50" });
  const { items } = await (await request.get(`/api/v1/instance/audit?${query}`)).json();
  const actions: string[] = items.map(({ action }: { action: string }) => action);
  return actions.filter((action) => action !== "person.signed-in");
}

test("an owner who lost password and second step gets back in by an operator", async ({
  browser,
  page,
  request,
  workspace,
}) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  const otto = await somebody(browser, api, "Otto");
  await becomeOwner(request, workspace.slug, otto);
  await otto.page.goto(`/w/${workspace.slug}/skills`);

  await pick(page, otto, /^Create a reset link/);
  const asked = page.getByRole("dialog", { name: `Create a reset link for ${otto.name}?` });
  await expect(asked).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await asked.getByRole("button", { name: "Create link" }).press("Enter");
  const shown = page.getByRole("dialog", { name: "The link is ready" });
  const link = ((await shown.getByRole("region", { name: "the reset link" }).textContent()) ?? "").trim();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await shown.getByRole("button", { name: "Done" }).press("Enter");
  await pick(page, otto, /^Reset the second step/);
  await confirm(page, "Reset the second step");
  await expectSignedOut(otto, `/w/${workspace.slug}/skills`);

  await comeBack(otto, link, workspace.slug);
  await otto.page.goto(link);
  await expect(otto.page.getByRole("heading", { name: "This link was used already" })).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(otto.page)).toEqual([]);
  expect(await saidOf(request, otto)).toEqual([
    "person.password-reset",
    "person.two-factor-reset",
    "person.reset-link-made",
  ]);
  await page.goto(trail);
  await page.getByRole("searchbox", { name: "Object" }).fill(otto.name);
  for (const words of ["Reset link made", "Second step reset", "Password reset"])
    await expect(page.getByRole("row", { name: `${words}: ${otto.name}` })).toBeVisible();
  await otto.close();
});

test("an owner whom no operator can help gets back in from the machine", async ({
  browser,
  request,
  workspace,
  baseURL,
}) => {
  test.slow();
  const otto = await somebody(browser, new WorkspaceApi(request, workspace.slug), "Otilia");
  await becomeOwner(request, workspace.slug, otto);
  const url = process.env.E2E_DATABASE_URL;
  const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: url, GREENROOM_URL: baseURL };
  const admin = async (...typed: string[]) =>
    (await run("npm", ["run", "--silent", "admin", "--", ...typed], { env })).stdout;

  expect(await admin("list")).toContain(otto.email);
  const said = await admin("reset-password", otto.email);
  const link = said.match(/http\S+/)?.[0] ?? "";
  expect(said).toContain("The second step, where it is on, is still asked for");
  expect(await admin("reset-two-factor", otto.email)).toContain("every browser of theirs is signed out");
  await expectSignedOut(otto, `/w/${workspace.slug}/skills`);
  await comeBack(otto, link, workspace.slug);
  expect(await saidOf(request, otto)).toEqual([
    "person.password-reset",
    "person.two-factor-reset",
    "person.reset-link-made",
  ]);
  await expect(admin("make-operator", "nobody@meridian.example")).rejects.toMatchObject({ code: 1 });
  await otto.close();
});

test("a deactivated person is refused in words, and let in again", async ({
  browser,
  page,
  request,
  workspace,
}) => {
  test.slow();
  const dora = await somebody(browser, new WorkspaceApi(request, workspace.slug), "Dora");
  await dora.page.goto(`/w/${workspace.slug}/skills`);
  await pick(page, dora, /^Deactivate/);
  await confirm(page, `Deactivate ${dora.name}`);
  const row = page.getByRole("row", { name: new RegExp(dora.email) });
  await expect(row.getByText("Deactivated", { exact: true })).toBeVisible();

  await expectSignedOut(dora, `/w/${workspace.slug}/skills`);
  await dora.page.getByLabel("E-mail").fill(dora.email);
  await dora.page.getByLabel("Password").fill(firstPassword);
  await dora.page.getByLabel("Password").press("Enter");
  await expect(dora.page.getByText("This account was deactivated. Ask an operator")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(dora.page)).toEqual([]);

  await page.goto(`/w/${workspace.slug}/settings/members`);
  await expect(page.getByRole("row", { name: /Dora/ }).getByText("deactivated")).toBeVisible();
  await page.goto(`/w/${workspace.slug}/settings/reviews`);
  await expect(page.getByText("1 person works here.")).toBeVisible();

  await pick(page, dora, /^Reactivate/);
  await confirm(page, "Reactivate");
  await signIn(dora.page, dora.email, firstPassword);
  expect(await saidOf(request, dora)).toEqual(["person.reactivated", "person.deactivated"]);
  await dora.close();
});

test("a second operator is made, looks after accounts, and is none again", async ({
  browser,
  page,
  request,
  workspace,
}) => {
  test.slow();
  const olga = await somebody(browser, new WorkspaceApi(request, workspace.slug), "Olga");
  const hers = `/w/${workspace.slug}/settings/instance`;
  await olga.page.goto(`/w/${workspace.slug}/settings`);
  const door = olga.page.getByRole("link", { name: "People", exact: true });
  await expect(door).toHaveCount(0);

  await pick(page, olga, /^Make an operator/);
  await confirm(page, "Make an operator");
  await olga.page.reload();
  await door.focus();
  await olga.page.keyboard.press("Enter");
  await expect(olga.page).toHaveURL(hers);
  await expect(olga.page.getByRole("table", { name: /^People/ })).toBeVisible();

  await pick(page, olga, /^Remove operator role/);
  await confirm(page, "Remove operator role");
  await olga.page.goto(`/w/${workspace.slug}/settings`);
  await expect(door).toHaveCount(0);
  expect((await olga.browser.get("/api/v1/instance/people")).status()).toBe(403);
  expect(await saidOf(request, olga)).toEqual(["person.operator-removed", "person.operator-made"]);
  await olga.close();
});
