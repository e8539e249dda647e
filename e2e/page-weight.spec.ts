import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";
import { tidePackage } from "./packages";

const plainKiB = 230;
const playgroundKiB = 340;

/** Every script a first visit to the address loads, as bytes after gzip, and whether the editor is among them. */
async function scriptsOf(page: Page, address: string): Promise<{ kib: number; hasMonaco: boolean }> {
  const texts: Promise<string>[] = [];
  const keep = (response: { url(): string; text(): Promise<string> }) => {
    if (/\/_next\/static\/.*\.js/.test(response.url())) texts.push(response.text());
  };
  page.on("response", keep);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  page.off("response", keep);
  const scripts = await Promise.all(texts);
  const bytes = scripts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  return { kib: bytes / 1024, hasMonaco: scripts.some((text) => text.includes("monaco-editor-background")) };
}

test("pages stay within their weight, and only the editor loads Monaco", async ({
  browser,
  request,
  workspace,
}, { annotations }) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  const limits: Record<string, number> = {
    skills: plainKiB,
    [`skills/${name}`]: plainKiB,
    agents: plainKiB,
    "agents/release-desk": plainKiB,
    settings: plainKiB,
    playground: plainKiB,
    [`playground/${id}`]: playgroundKiB,
  };
  const tooHeavy: string[] = [];
  for (const path of [...Object.keys(limits), `skills/${name}/edit`]) {
    // A context of its own: a warm cache would hide what a first visit loads.
    const context = await browser.newContext({ storageState: "test-results/operator.json" });
    const page = await context.newPage();
    const { kib, hasMonaco } = await scriptsOf(page, `/w/${workspace.slug}/${path}`);
    await context.close();
    annotations.push({ type: "weight", description: `${path}: ${kib.toFixed(0)} KiB` });
    const limit = limits[path];
    if (limit !== undefined && kib > limit) tooHeavy.push(`${path}: ${kib.toFixed(0)} KiB, limit ${limit}`);
    expect(hasMonaco, `${path} loads Monaco`).toBe(path.endsWith("/edit"));
  }
  expect(tooHeavy).toEqual([]);
});
