import { hasGit, startGitRemote } from "../lib/testing/servers/git-remote";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";
import { leave, openers, openersOfConflict, openersOfSelected, walkOpeners } from "./overlays";
import { areas, storeConflict, storePages } from "./pages";

for (const [name, pages] of Object.entries(openers)) {
  test(`what opens over a page takes the focus, holds it, and gives it back: ${name}`, async ({
    page,
    request,
    workspace,
  }) => {
    const area = areas[name];
    if (!area) throw new Error(`No area is called ${name}`);
    const addresses = await storePages(new WorkspaceApi(request, workspace.slug), area);
    for (const [pattern, all] of Object.entries(pages)) {
      const address = addresses[area.pages.indexOf(pattern)];
      expect(address, `${pattern} is a page of ${name}`).toBeDefined();
      await page.goto(address ?? "");
      await walkOpeners(page, pattern, all);
    }
  });
}

test("what opens over selected skills takes the focus, holds it, and gives it back", async ({
  page,
  workspace,
}) => {
  await page.goto(`/w/${workspace.slug}/skills`);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await walkOpeners(page, "skills, one of them selected", openersOfSelected);
});

test("what opens over a conflict of a sync takes the focus, holds it, and gives it back", async ({
  page,
  request,
  workspace,
}, { skip }) => {
  skip(!hasGit, "This machine has no git http-backend.");
  const remote = await startGitRemote();
  try {
    await storeConflict(new WorkspaceApi(request, workspace.slug), remote);
    await page.goto(`/w/${workspace.slug}/settings/sources`);
    await walkOpeners(page, "sources, with a conflict", openersOfConflict);
  } finally {
    await remote.close();
  }
});

test("the palette and the list of keys open over whatever has the focus, and give it back", async ({
  page,
  workspace,
}) => {
  await page.goto(`/w/${workspace.slug}/agents`);
  const origin = page.getByRole("button", { name: /^New agent/ });
  for (const keys of ["?", "ControlOrMeta+k"]) {
    await origin.focus();
    await page.keyboard.press(keys);
    await leave(page, origin, keys);
  }
});

test("what the server refuses in a dialog longer than its window comes into sight", async ({
  page,
  workspace,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(`/w/${workspace.slug}/settings/sources`);
  await page.getByRole("button", { name: "Add a source" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a source" });
  await dialog.getByLabel("Name", { exact: true }).fill("Runbooks");
  await dialog.getByLabel("Repository").fill("https://skills.example/runbooks.git");
  await dialog.getByLabel("Only these skills").fill("tools/{a,b}");
  await dialog.getByLabel("Only these skills").evaluate((field) => field.scrollIntoView({ block: "start" }));
  await dialog.getByRole("button", { name: "Add the source" }).click();
  const refusal = dialog.getByRole("alert");
  await expect(refusal).toContainText("Write alternatives as patterns of their own");
  await expect(refusal).toBeInViewport({ ratio: 1 });
});
