import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";
import { secondPerson } from "./second-person";

test("a skill is opened to a group alone: to everybody else it is not here, until they are in it", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { page: other, complaints } = await secondPerson(browser, api, { name: "Omar", role: "author" });
  const skill = `/w/${workspace.slug}/skills/release-notes`;
  await other.goto(skill);
  await expect(other.getByRole("heading", { name: "Access" })).toBeVisible();
  await expect(other.getByText("Open to everyone here, and to every agent.")).toBeVisible();

  await page.goto(`/w/${workspace.slug}/settings/members`);
  await page.getByRole("button", { name: "New group" }).click();
  const group = page.getByRole("dialog");
  await group.getByRole("textbox", { name: "Name" }).fill("Payroll");
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Payroll/ })).toBeVisible();

  await page.goto(skill);
  const access = page.locator("section", { has: page.getByRole("heading", { name: "Access" }) });
  await access.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Access to release-notes" });
  await dialog.getByLabel("Chosen people and groups").check();
  await dialog.getByLabel("Payroll").check();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change access" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(access.getByText("Payroll")).toBeVisible();

  await other.goto(`/w/${workspace.slug}/skills`);
  await expect(other.getByRole("link", { name: "rollout-check" }).first()).toBeVisible();
  await expect(other.getByRole("link", { name: "release-notes" })).toHaveCount(0);
  expect((await other.request.get(`/api/v1${skill.replace("/w/", "/workspaces/")}`)).status()).toBe(404);

  await page.goto(`/w/${workspace.slug}/settings/members`);
  await page.getByRole("button", { name: "Change Payroll" }).click();
  await page.getByRole("dialog").getByLabel("Omar").check();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Change)/ })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await other.goto(skill);
  await expect(other.getByText("It is open to you as a member of Payroll.")).toBeVisible();
  expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
  await other.context().close();
});
