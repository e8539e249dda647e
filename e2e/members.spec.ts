import type { Browser, Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, listen, test } from "./journey";

const password = "a-password-of-somebody-new";
let newcomers = 0;
/** Somebody whom this installation does not know yet. */
const newcomer = (name: string) => {
  newcomers += 1;
  return { name, email: `${name.toLowerCase()}-${process.pid}-${newcomers}@example.test` };
};

/** A browser in which nobody is signed in, watched like the others. */
async function otherBrowser(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const complaints = listen(page);
  const close = async () => {
    await context.close();
    // A workspace that one is no longer in is not there: that is what these journeys are about.
    const other = complaints.filter((complaint) => !/status of 404 .*\/w\//.test(complaint));
    expect(other, "what the other browser complained about").toEqual([]);
  };
  return { page, close };
}

/** Makes a link on the page of members, as the person there would; answers with its path and fragment. */
async function inviteOnPage(page: Page, role: string): Promise<string> {
  await page.getByRole("button", { name: /^Invite/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const shown = page.getByRole("dialog", { name: "The link is ready" });
  const text = await shown.getByRole("region", { name: "the invitation’s link" }).textContent();
  const link = new URL((text ?? "").trim());
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toHaveCount(0);
  return link.pathname + link.hash;
}

async function joinAsNew(page: Page, person: { name: string; email: string }): Promise<void> {
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: /^Join / }).click();
}

test("somebody new joins by a link, is given another role, is removed, and comes back with one click", async ({
  page,
  browser,
  workspace,
}) => {
  const noor = newcomer("Noor");
  const other = await otherBrowser(browser);
  await page.goto(`/w/${workspace.slug}/settings/members`);
  const link = await inviteOnPage(page, "viewer");

  await other.page.goto(link);
  await expect(other.page.getByRole("heading", { name: `Join ${workspace.name}` })).toBeVisible();
  expect(new URL(other.page.url()).hash).toBe("");
  await joinAsNew(other.page, noor);
  await expect(other.page).toHaveURL(`/w/${workspace.slug}/skills`);
  const newSkill = other.page.getByRole("button", { name: /^New skill/ });
  await expect(newSkill).toHaveAttribute("aria-disabled", "true");

  // Nobody reloads: the page hears that somebody joined.
  const role = page.getByRole("combobox", { name: "Role of Noor" });
  await expect(role).toHaveValue("viewer");
  await role.selectOption("author");
  await expect(page.getByText("Noor is author now")).toBeVisible();
  await other.page.reload();
  await expect(newSkill).not.toHaveAttribute("aria-disabled", "true");

  await page.getByRole("button", { name: "Actions for Noor" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Noor" }).click();
  await expect(page.getByText("Noor is no longer a member")).toBeVisible();
  await expect(role).toHaveCount(0);
  await other.page.reload();
  await expect(other.page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();

  await other.page.goto(link);
  await expect(other.page.getByRole("heading", { name: "This link was used already" })).toBeVisible();
  await other.page.goto(await inviteOnPage(page, "author"));
  await expect(other.page.getByText(/You are signed in as Noor/)).toBeVisible();
  await other.page.getByRole("button", { name: `Join ${workspace.name}` }).click();
  await expect(other.page).toHaveURL(`/w/${workspace.slug}/skills`);
  await other.close();
});

test("a link survives the visit to the sign-in", async ({ page, browser, workspace }) => {
  const other = await otherBrowser(browser);
  const first = newcomer("Omar");
  await page.goto(`/w/${workspace.slug}/settings/members`);
  await other.page.goto(await inviteOnPage(page, "viewer"));
  await joinAsNew(other.page, first);
  await expect(other.page).toHaveURL(`/w/${workspace.slug}/skills`);
  await page.getByRole("button", { name: "Actions for Omar" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Omar" }).click();
  await expect(page.getByText("Omar is no longer a member")).toBeVisible();
  await other.page.context().clearCookies();

  await other.page.goto(await inviteOnPage(page, "reviewer"));
  await other.page.getByRole("link", { name: "Sign in to join with it" }).click();
  await expect(other.page.getByRole("heading", { name: "Sign in to Greenroom" })).toBeVisible();
  await other.page.getByLabel("E-mail").fill(first.email);
  await other.page.getByLabel("Password").fill(password);
  await other.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.page.getByRole("button", { name: `Join ${workspace.name}` }).click();
  await expect(other.page).toHaveURL(`/w/${workspace.slug}/skills`);
  await other.close();
});

test("a viewer who is made co-maintainer edits that skill, and no other", async ({
  page,
  browser,
  workspace,
}) => {
  const other = await otherBrowser(browser);
  await page.goto(`/w/${workspace.slug}/settings/members`);
  await other.page.goto(await inviteOnPage(page, "viewer"));
  await joinAsNew(other.page, newcomer("Ada"));
  await expect(other.page).toHaveURL(`/w/${workspace.slug}/skills`);

  await page.goto(`/w/${workspace.slug}/skills/release-notes`);
  const about = page.getByRole("complementary", { name: "About the skill" });
  await about.getByLabel("Whom to add as a co-maintainer").selectOption("Ada (viewer)");
  await about.getByRole("button", { name: "Add", exact: true }).click();
  await expect(about.getByRole("button", { name: "Remove Ada" })).toBeVisible();

  const edit = other.page.getByRole("link", { name: /^Edit/ });
  await other.page.goto(`/w/${workspace.slug}/skills/release-notes`);
  await expect(edit).toBeVisible();
  await other.page.goto(`/w/${workspace.slug}/skills/rollout-check`);
  await expect(other.page.getByRole("link", { name: "Rehearse" })).toBeVisible();
  await expect(edit).toHaveCount(0);
  await other.close();
});

test("an owner deletes the workspace once its name is typed", async ({ page, workspace }) => {
  await page.goto(`/w/${workspace.slug}/settings`);
  await page.getByRole("button", { name: "Delete the workspace" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill(workspace.name);
  await question.getByRole("button", { name: `Delete ${workspace.name}` }).click();
  await expect(page).not.toHaveURL(new RegExp(`/w/${workspace.slug}/`));
  const gone = await page.request.get(`/w/${workspace.slug}/skills`);
  expect(gone.status()).toBe(404);
});

test("axe finds nothing on the ways in and in the dialogs, in both themes", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  await page.goto(`/w/${workspace.slug}/settings/members`);
  const link = await inviteOnPage(page, "author");
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: /^Invite/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  const other = await otherBrowser(browser);
  await other.page.goto(link);
  await expect(other.page.getByLabel("Password")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(other.page)).toEqual([]);
  const api = new WorkspaceApi(request, workspace.slug);
  const { items } = await api.get("/invitations");
  const [open] = Array.isArray(items) ? items : [];
  await request.delete(`/api/v1/workspaces/${workspace.slug}/invitations/${open?.id}`);
  await other.page.reload();
  await expect(other.page.getByRole("heading", { name: "This invitation was taken back" })).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(other.page)).toEqual([]);
  await other.close();
});
