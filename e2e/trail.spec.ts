import { readFile } from "node:fs/promises";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, accessibilityProblemsInBothThemes, expect, test } from "./journey";
import { tidePackage } from "./packages";
import { secondPerson } from "./second-person";
import { waitUntilTakenOver } from "./taken-over";

test("what was done is found by filter, opened, and taken away as a file", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  await api.publish(name);
  await page.goto(`/w/${workspace.slug}/settings/audit`);
  const trail = page.getByRole("table", { name: /The audit trail/ });
  await expect(trail.getByRole("row", { name: /Skill published/ }).first()).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  await page.getByRole("combobox", { name: "Action" }).selectOption("skill");
  await page.getByRole("searchbox", { name: "Object" }).fill(name);
  await expect(page).toHaveURL(/action=skill\.&object=/);
  // Those of before stay until the others are there: then only the head is not about the skill.
  await expect(trail.getByRole("row").filter({ hasNotText: name })).toHaveCount(1);
  await page.getByRole("heading", { name: "Audit trail" }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(trail.getByText("Trace id")).toBeVisible();

  const downloads = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await downloads;
  expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^id,at,actorId,actorName,action,/);
  expect(lines.slice(1).every((line) => /,skill\.\w+,skill,/.test(line))).toBe(true);
  expect(lines.some((line) => line.includes(",skill.published,"))).toBe(true);

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(trail.getByRole("row", { name: /Audit exported/ })).toBeVisible();

  await page.getByLabel("Rows are kept for").selectOption("90 days");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove older rows" }).click();
  await expect(page.getByText("Saved. No row was old enough to go.")).toBeVisible();
  await expect(trail.getByRole("row", { name: /Audit retention set/ })).toBeVisible();
});

test("a review that is asked for comes in without a reload, in every tab, and is read in one", async ({
  browser,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  const lena = await secondPerson(browser, api, { name: "Lena", role: "reviewer" });
  const { items } = await api.get("/members");
  const member = Array.isArray(items) ? items.find((each) => each.name === "Lena") : undefined;
  const tab = await lena.page.context().newPage();
  waitUntilTakenOver(tab);
  await lena.page.goto(`/w/${workspace.slug}/skills`);
  await tab.goto(`/w/${workspace.slug}/inbox`);
  await expect(tab.getByRole("heading", { name: "Nothing has come in yet" })).toBeVisible();
  expect(await accessibilityProblems(tab)).toEqual([]);

  await api.importPackage(tidePackage());
  await expect(lena.page.getByRole("link", { name, exact: true })).toBeVisible();

  await api.post(`/skills/${name}/reviews`, { title: "First look", reviewers: [member?.userId] });
  const unread = { name: /^Inbox 1 unread$/ };
  await expect(lena.page.getByRole("link", unread)).toBeVisible();
  await expect(tab.getByRole("link", unread)).toBeVisible();
  const line = tab.getByRole("link", { name: new RegExp(`asked you to review ${name}`) });
  await expect(line).toBeVisible();
  expect(await accessibilityProblems(tab)).toEqual([]);

  await tab.keyboard.press("j");
  await expect(line).toBeFocused();
  await tab.keyboard.press("Enter");
  await expect(tab).toHaveURL(/\/reviews\/\d+/);
  for (const each of [tab, lena.page])
    await expect(each.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  expect(lena.complaints).toEqual([]);
  await lena.page.context().close();
});

test("a machine has a key and a role of its own, and leaves with its last key", async ({
  page,
  playwright,
  workspace,
  baseURL,
}) => {
  await page.goto(`/w/${workspace.slug}/settings/keys`);
  await page.getByRole("button", { name: /New key/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Deploys");
  await dialog.getByRole("radio", { name: /^For a machine/ }).check();
  await dialog.getByLabel("Role", { exact: true }).selectOption("author");
  await dialog.getByRole("checkbox", { name: /^write/ }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = String(await dialog.getByText(/^grk_/).textContent()).trim();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("row", { name: /Deploys machine/ })).toBeVisible();

  const program = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const base = `/api/v1/workspaces/${workspace.slug}`;
  expect((await program.post(`${base}/skills`, { data: { name: "by-a-machine" } })).status()).toBe(201);
  expect((await program.post(`${base}/agents`, { data: { name: "Not its to make" } })).status()).toBe(403);

  await page.goto(`/w/${workspace.slug}/settings/members`);
  await expect(page.getByRole("row", { name: /Deploys.*machine/ })).toBeVisible();
  await page.goto(`/w/${workspace.slug}/settings/audit?object=by-a-machine`);
  await expect(page.getByRole("row", { name: /Deploys.*Skill created/ })).toBeVisible();

  await page.goto(`/w/${workspace.slug}/settings/keys`);
  await page.getByRole("button", { name: "Revoke Deploys" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No key works any more.")).toBeVisible();
  expect((await program.get(`${base}/skills`)).status()).toBe(401);
  await page.goto(`/w/${workspace.slug}/settings/members`);
  await expect(page.getByRole("row", { name: /Deploys/ })).toHaveCount(0);
  await program.dispose();
});
