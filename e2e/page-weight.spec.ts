import { gzipSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, operator, test } from "./journey";
import { tidePackage } from "./packages";

/** The goals: plain pages, and the conversation. The others stand a little above what they weigh. */
const ceilingsKiB = { plain: 230, agent: 248, skill: 245, editor: 225, conversation: 340 };

type Script = { bytes: number; isMonaco: boolean };

/** Reads scripts, each once: pages share most of theirs. `bytes` are those after gzip. */
function scriptReader(request: APIRequestContext): (address: string) => Promise<Script> {
  const read = new Map<string, Promise<Script>>();
  const fetched = async (address: string) => {
    const script = await (await request.get(address)).body();
    return { bytes: gzipSync(script).length, isMonaco: script.includes("monaco-editor-background") };
  };
  return (address) => {
    const found = read.get(address) ?? fetched(address);
    read.set(address, found);
    return found;
  };
}

/** The scripts that the address's HTML names: its first load, without what is prefetched later. */
async function firstLoad(request: APIRequestContext, address: string): Promise<Set<string>> {
  const everything = await (await request.get(address)).text();
  // Browsers of this century skip what is marked noModule.
  const html = everything.replace(/<script[^>]*nomodule[^>]*>/gi, "");
  return new Set(html.match(/\/_next\/static\/chunks\/[^"\\]+\.js/g));
}

/** The scripts that a visit loads, in the first load or later. */
async function loadedScripts(
  page: Page,
  { address, hasEditor }: { address: string; hasEditor: boolean },
): Promise<Set<string>> {
  const names = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/_next\/static\/.*\.js$/.test(pathname)) names.add(pathname);
  });
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // On a busy machine the network may be idle before the page gets to ask for its editor.
  if (hasEditor) await expect(page.locator(".monaco-editor").first()).toBeVisible({ timeout: 30_000 });
  await page.waitForLoadState("networkidle");
  page.removeAllListeners("response");
  return names;
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
    [`skills/${name}/proof`]: ceilingsKiB.skill,
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
  const read = scriptReader(request);
  const readAll = (names: Set<string>) => Promise.all([...names].map(read));
  const tooHeavy: string[] = [];
  for (const [path, limit] of Object.entries(limits)) {
    const address = `/w/${workspace.slug}/${path}`;
    const weighed = await readAll(await firstLoad(request, address));
    const kib = weighed.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    annotations.push({ type: "weight", description: `${path}: ${kib.toFixed(0)} KiB` });
    if (kib > limit) tooHeavy.push(`${path}: ${kib.toFixed(0)} KiB, limit ${limit}`);
    // A context of its own: a warm cache would hide what a first visit loads.
    const context = await browser.newContext({ storageState: operator.storage });
    const hasEditor = path.endsWith("/edit");
    const loaded = await readAll(await loadedScripts(await context.newPage(), { address, hasEditor }));
    expect(loaded.length).toBeGreaterThan(5);
    expect(
      loaded.some(({ isMonaco }) => isMonaco),
      path,
    ).toBe(hasEditor);
    await context.close();
  }
  expect(tooHeavy).toEqual([]);
});
