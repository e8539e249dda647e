import { accessibilityProblems, expect, setTheme, test } from "./journey";

test("a key is made, shown once, used by a program, and revoked", async ({
  page,
  playwright,
  workspace,
  baseURL,
}) => {
  await page.goto(`/w/${workspace.slug}/settings/keys`);
  await expect(page.getByRole("heading", { name: "No program has a key" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("CI of the website");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is the only time that the key is shown")).toBeVisible();
  const key = String(await dialog.getByText(/^grk_/).textContent()).trim();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(/Close once more/)).toBeVisible();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("row", { name: /CI of the website/ });
  await expect(row.getByText("Active")).toBeVisible();
  expect(await page.content()).not.toContain(key);

  const program = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const rehearse = (expectations: object) =>
    program.post(`/api/v1/workspaces/${workspace.slug}/agents/release-desk/rehearsals`, {
      data: { message: "/release-notes for 1.2", expect: expectations },
    });
  const passed = await rehearse({ activations: ["release-notes"], notActivated: ["rollout-check"] });
  expect(await passed.json()).toMatchObject({ outcome: "done", passed: true });
  expect(await (await rehearse({ activations: ["rollout-check"] })).json()).toMatchObject({ passed: false });
  const beyond = await program.post(`/api/v1/workspaces/${workspace.slug}/keys`, {
    data: { name: "Another", scopes: ["rehearse"] },
  });
  expect(beyond.status()).toBe(403);

  await page.reload();
  await page.getByRole("button", { name: "Revoke CI of the website" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No key works any more.")).toBeVisible();
  expect((await rehearse({})).status()).toBe(401);
  await program.dispose();
});

test("the runtime caches are counted, and emptied by an admin", async ({ page, request, workspace }) => {
  const ran = await request.post(`/api/v1/workspaces/${workspace.slug}/agents/release-desk/rehearsals`, {
    data: { message: "/release-notes for 1.2" },
  });
  expect(ran.status()).toBe(200);
  await setTheme(page, "dark");
  await page.goto(`/w/${workspace.slug}/settings/caches`);
  const row = page.getByRole("row", { name: /^Texts of activations/ });
  const entries = () => row.getByRole("cell").nth(5).textContent().then(Number);
  expect(await entries()).toBeGreaterThan(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("Caches cleared on every server")).toBeVisible();
});
