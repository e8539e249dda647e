import { gzipSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, operator, test } from "./journey";
import { tidePackage } from "./packages";

/** The goals: plain pages, and the conversation. The others stand a little above what they weigh. */
const ceilingsKiB = { plain: 230, agent: 245, skill: 245, editor: 225, conversation: 340 };

/** The scripts that the address's HTML names, as KiB after gzip: its first load, without what is prefetched later. */
async function firstLoadKiB(request: APIRequestContext, address: string): Promise<number> {
  const everything = await (await request.get(address)).text();
  // Browsers of this century skip what is marked noModule.
  const html = everything.replace(/<script[^>]*nomodule[^>]*>/gi, "");
  const names = new Set(html.match(/\/_next\/static\/chunks\/[^"\\]+\.js/g));
  const scripts = await Promise.all([...names].map(async (name) => (await request.get(name)).body()));
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024;
}

/** Whether a visit loads the editor's code, in the first load or later. */
async function loadsMonaco(page: Page, address: string): Promise<boolean> {
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (/\/_next\/static\/.*\.js/.test(response.url())) texts.push(response.text());
  });
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  page.removeAllListeners("response");
  return (await Promise.all(texts)).some((text) => text.includes("monaco-editor-background"));
}

test("no page grows unnoticed, and only the editor loads Monaco", async ({ browser, request, workspace }, {
  annotations,
}) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  const { number } = await api.post(`/skills/${name}/reviews`, { title: "To be weighed" });
  const limits: Record<string, number> = {
    skills: ceilingsKiB.plain,
    "skills/import": ceilingsKiB.plain,
    [`skills/${name}`]: ceilingsKiB.skill,
    [`skills/${name}/versions`]: ceilingsKiB.plain,
    [`skills/${name}/edit`]: ceilingsKiB.editor,
    agents: ceilingsKiB.plain,
    inbox: ceilingsKiB.plain,
    "settings/audit": ceilingsKiB.plain,
    "agents/release-desk": ceilingsKiB.agent,
    reviews: ceilingsKiB.plain,
    [`reviews/${number}`]: ceilingsKiB.skill,
    settings: ceilingsKiB.plain,
    "settings/reviews": ceilingsKiB.plain,
    "settings/account": ceilingsKiB.plain,
    playground: ceilingsKiB.plain,
    "playground/new": ceilingsKiB.agent,
    [`playground/${id}`]: ceilingsKiB.conversation,
  };
  const tooHeavy: string[] = [];
  for (const [path, limit] of Object.entries(limits)) {
    const address = `/w/${workspace.slug}/${path}`;
    const kib = await firstLoadKiB(request, address);
    annotations.push({ type: "weight", description: `${path}: ${kib.toFixed(0)} KiB` });
    if (kib > limit) tooHeavy.push(`${path}: ${kib.toFixed(0)} KiB, limit ${limit}`);
    // A context of its own: a warm cache would hide what a first visit loads.
    const context = await browser.newContext({ storageState: operator.storage });
    expect(await loadsMonaco(await context.newPage(), address), path).toBe(path.endsWith("/edit"));
    await context.close();
  }
  expect(tooHeavy).toEqual([]);
});
