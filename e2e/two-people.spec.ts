import { WorkspaceApi } from "./api";
import { expect, settledLog, test, untilEditable, untilEnded } from "./journey";
import { tidePackage } from "./packages";

test("two pages edit one draft: the second is shown both texts and loses nothing", async ({
  page,
  openPage,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  const other = await openPage();
  for (const [each, words] of [
    [page, "Written on the first page."],
    [other, "Written on the second page."],
  ] as const) {
    await each.goto(`/w/${workspace.slug}/skills/${name}/edit`);
    await untilEditable(each);
    await each.getByRole("region", { name: "Editor: SKILL.md" }).getByText("Work through").click();
    await each.keyboard.press("ControlOrMeta+End");
    await each.keyboard.type(`\n${words}\n`);
    await expect(each.getByText("Unsaved changes", { exact: true })).toBeVisible();
  }
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("status").getByText(/^Saved/)).toBeVisible();

  await other.keyboard.press("ControlOrMeta+s");
  const conflict = other.getByRole("dialog");
  await expect(conflict.getByText("Written on the first page.").first()).toBeVisible();
  await expect(conflict.getByText("Written on the second page.").first()).toBeVisible();

  const stored = await api.get(`/skills/${name}/draft/file?path=SKILL.md`);
  expect(stored.text).toContain("Written on the first page.");
});

test("unsaved work survives a reload", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  await page.goto(`/w/${workspace.slug}/skills/${name}/edit`);
  await untilEditable(page);
  await page.getByRole("region", { name: "Editor: SKILL.md" }).getByText("Work through").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nNot saved yet.\n");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  // At once: what is typed is kept as the page goes, too.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await expect(page.getByText("Not saved yet.").first()).toBeVisible();
});

test("two browsers watch one run and see the same events in the same order", async ({
  page,
  openPage,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  const other = await openPage();
  for (const each of [page, other]) await each.goto(`/w/${workspace.slug}/playground/${id}`);
  await api.post(`/conversations/${id}/runs`, { message: "/release-notes Read references/tone.md" });
  for (const each of [page, other]) {
    await expect(
      each.getByRole("log").getByRole("button", { name: /^Activated release-notes/ }),
    ).toBeVisible();
    await expect(
      each.getByRole("log").getByRole("button", { name: /^Read references\/tone.md/ }),
    ).toBeVisible();
    await untilEnded(each);
  }
  expect(await settledLog(other)).toBe(await settledLog(page));
});
