import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlaywrightTestArgs, TestInfo } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, type Journey, test } from "./journey";

const corpus = fileURLToPath(new URL("../../shared/corpus/open-skills.tar.gz", import.meta.url));

const title = "hundreds of real packages come in through the page at once, and the app stays usable";
if (existsSync(corpus)) test(title, importEverything);
else console.info(`Left out “${title}”: there is no collection of real packages at ${corpus}`);

async function importEverything(
  { page, openPage, request, workspace }: PlaywrightTestArgs & Journey,
  { annotations }: TestInfo,
): Promise<void> {
  test.setTimeout(300_000);
  const api = new WorkspaceApi(request, workspace.slug);
  await page.goto(`/w/${workspace.slug}/skills`);
  const startMs = Date.now();
  await page.getByLabel("Archives to import").setInputFiles(corpus);
  await expect(page).toHaveURL(/\/skills\/import\//, { timeout: 60_000 });
  const store = page.getByRole("button", { name: /^Store [\d,]+ skills/ });
  await expect(store).toBeVisible({ timeout: 120_000 });
  const readMs = Date.now() - startMs;

  // Names that two packages of the collection share: the person decides once for all of them.
  const leaveOut = page.getByRole("button", { name: /leave out|skip/i }).first();
  if ((await store.getAttribute("aria-disabled")) === "true") await leaveOut.click();
  await store.click();

  const other = await openPage();
  await other.goto(`/w/${workspace.slug}/agents`);
  await expect(other.getByRole("link", { name: "Release desk" })).toBeVisible();

  await expect(page.getByRole("link", { name: "View skills" })).toBeVisible({ timeout: 180_000 });
  const totalMs = Date.now() - startMs;
  const id = page.url().split("/").at(-1) ?? "";
  const report = await api.importReport(id);
  annotations.push({ type: "import", description: JSON.stringify({ ...report, readMs, totalMs }) });
  expect(report).toMatchObject({ failed: 0, waiting: 0 });
  expect(Number(report.stored)).toBeGreaterThan(500);
  const names = await api.skillNames();
  expect(names.length).toBe(Number(report.stored) + 3);
}
