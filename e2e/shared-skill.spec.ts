import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, createWorkspace, expect, test } from "./journey";
import { tidePackage } from "./packages";
import { storePublished } from "./pages";
import { secondPerson } from "./second-person";

const { name: skill } = tidePackage();

test("a skill is shared with another workspace, follows what is published, and is taken back", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await storePublished(api);
  const there = await createWorkspace(request, "receives a skill");
  const theirs = new WorkspaceApi(request, there.slug);
  const { page: other, complaints } = await secondPerson(browser, theirs, { name: "Omar", role: "admin" });

  await page.goto(`/w/${workspace.slug}/skills/${skill}`);
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Other workspaces" }) });
  await expect(section.getByText("Not shared with other workspaces.")).toBeVisible();
  await section.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Share ${skill}` });
  await dialog.getByLabel("Workspace").selectOption(there.slug);
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await dialog.getByLabel("Workspace").focus();
  await dialog.getByRole("button", { name: "Share" }).press("Enter");
  await expect(section.getByText("Waits for an admin there.")).toBeVisible();

  await other.goto(`/w/${there.slug}/inbox`);
  await expect(other.getByText(`shares ${skill} with this one`)).toBeVisible();
  await other.goto(`/w/${there.slug}/settings/sources`);
  expect(await accessibilityProblemsInBothThemes(other)).toEqual([]);
  await other.getByRole("button", { name: `Accept ${skill}` }).press("Enter");
  await other.getByRole("link", { name: skill }).click();
  await expect(other.getByText(/read-only here/)).toBeVisible();
  await expect(other.getByRole("link", { name: "Edit" })).toHaveCount(0);
  expect(await accessibilityProblemsInBothThemes(other)).toEqual([]);

  const { text } = await api.get(`/skills/${skill}/draft/file?path=SKILL.md`);
  await api.edit(skill, { "SKILL.md": `${text}Mind the spring tide.\n` });
  await api.publish(skill);
  await expect(other.getByText("Mind the spring tide.")).toBeVisible({ timeout: 15_000 });

  await page.reload();
  await section.getByRole("button", { name: `End sharing with ${there.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End sharing" }).click();
  await expect(section.getByText("Not shared with other workspaces.")).toBeVisible();
  await expect(other.getByText(/no longer shares it/)).toBeVisible({ timeout: 15_000 });
  expect(await theirs.get(`/skills/${skill}`)).toMatchObject({ state: "withdrawn" });
  expect(complaints).toEqual([]);
  await other.context().close();
});
