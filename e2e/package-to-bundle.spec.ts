import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { createWorkspace, expect, test, untilEditable } from "./journey";
import { randomPackage, type TestPackage, tidePackage, zipOf } from "./packages";

/** A failing random package can be had again with its seed. */
const seed = Number(process.env.E2E_SEED ?? Math.floor(Math.random() * 1_000_000));

test("a package goes in, is mended, published, assigned and rehearsed, and comes out the same", async ({
  page,
  request,
  workspace,
}) => {
  await wholePath(page, new WorkspaceApi(request, workspace.slug), tidePackage(), async () => {
    const { slug } = await createWorkspace(request, "Second home");
    return new WorkspaceApi(request, slug);
  });
});

test("so does one that nobody has seen before", async ({ page, request, workspace }, { annotations }) => {
  annotations.push({ type: "seed", description: String(seed) });
  const pack = randomPackage(seed);
  await wholePath(page, new WorkspaceApi(request, workspace.slug), pack, async () => {
    const { slug } = await createWorkspace(request, "Second home");
    return new WorkspaceApi(request, slug);
  });
});

async function wholePath(
  page: Page,
  api: WorkspaceApi,
  pack: TestPackage,
  openSecond: () => Promise<WorkspaceApi>,
): Promise<void> {
  test.slow();
  await bringIn(page, api.slug, pack);
  await editPublish(page, api.slug, pack);
  await assign(page, api.slug, pack);
  const conversation = await rehearse(page, api.slug, pack);
  await editAndRehearseAgain(page, api, pack, conversation);
  const digest = await api.digestOf(pack.name);
  const bundle = await exportDraft(page, api.slug, pack);
  const second = await openSecond();
  await bringIn(page, second.slug, { ...pack, bundle });
  expect(await second.digestOf(pack.name)).toBe(digest);
}

/** Drops an archive, looks at the preview, stores it. */
async function bringIn(page: Page, slug: string, pack: TestPackage & { bundle?: Buffer }): Promise<void> {
  await page.goto(`/w/${slug}/skills`);
  await page.getByRole("heading", { name: "Skills" }).waitFor();
  await page.getByLabel("Archives to import").setInputFiles({
    name: `${pack.name}.zip`,
    mimeType: "application/zip",
    buffer: pack.bundle ?? (await zipOf(pack)),
  });
  await expect(page).toHaveURL(/\/skills\/import\//);
  await expect(page.getByText(pack.name, { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Store 1 skill" }).click();
  await page.getByRole("link", { name: "View skills" }).click();
  await expect(page.getByRole("link", { name: pack.name, exact: true })).toBeVisible();
}

async function editPublish(page: Page, slug: string, { name }: TestPackage): Promise<void> {
  await page.goto(`/w/${slug}/skills/${name}/edit`);
  await untilEditable(page);
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const editor = page.getByRole("region", { name: "Editor: SKILL.md" });
  await editor.getByText(name, { exact: false }).first().click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type("_Wrong");
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems.getByText(/lower-?case/i).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  for (const _ of "_Wrong") await page.keyboard.press("Backspace");
  await expect(problems.getByText(/lower-?case/i)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("First version");
  await dialog.getByRole("button", { name: /ublish$/ }).click();
  await expect(dialog.getByText("Version 1 is published")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
}

async function assign(page: Page, slug: string, { name }: TestPackage): Promise<void> {
  await page.goto(`/w/${slug}/agents/release-desk`);
  await page.getByRole("button", { name: `Assign ${name}` }).click();
  await expect(
    page.getByRole("region", { name: "Assigned skills" }).getByRole("listitem").filter({ hasText: name }),
  ).toBeVisible();
  await expect(page.getByText(`<name>${name}</name>`)).toBeVisible();
}

/** Two turns with the draft in place of the version: activated and read, then already active and refused. */
async function rehearse(page: Page, slug: string, pack: TestPackage): Promise<string> {
  await page.goto(`/w/${slug}/skills/${pack.name}/edit`);
  await untilEditable(page);
  await page.getByRole("link", { name: "Rehearse" }).click();
  await expect(page).toHaveURL(/\/playground\/new/);
  await page.getByLabel("Agent", { exact: true }).selectOption({ label: "Release desk" });
  await send(page, `@${pack.name} Explain it with ${pack.reference.path}`);
  await expect(page).toHaveURL(/\/playground\/[0-9a-f-]{36}/);
  const log = page.getByRole("log");
  await expect(line(page, /^Catalogue injected/)).toHaveCount(1);
  await expect(line(page, new RegExp(`^Activated ${pack.name} draft r\\d+, asked by you`))).toHaveCount(1);
  await expect(line(page, new RegExp(`^Read ${literally(pack.reference.path)}`))).toHaveCount(1);
  await finished(page);
  await expect(log.getByText(pack.reference.sentence).first()).toBeVisible();

  await send(page, `@${pack.name} And now look into ../../etc/passwd`);
  await expect(
    line(page, new RegExp(`^Already active ${pack.name} since turn 1: nothing injected`)),
  ).toHaveCount(1);
  await expect(line(page, /^Refused .*outside the package/)).toHaveCount(1);
  await finished(page);
  return page.url();
}

/** Another text of the same skill counts as new, and a reload shows the same log. */
async function editAndRehearseAgain(
  page: Page,
  api: WorkspaceApi,
  pack: TestPackage,
  conversation: string,
): Promise<void> {
  const text = `${pack.files["SKILL.md"]}\n## Afterthought\n\nSay thank you.\n`;
  await api.edit(pack.name, { "SKILL.md": text });
  await page.goto(conversation);
  await send(page, `@${pack.name} Once more`);
  await expect(
    line(page, new RegExp(`^Activated again ${pack.name}.*its text changed since turn 1`)),
  ).toHaveCount(1);
  await finished(page);

  const before = await logText(page);
  await page.reload();
  await expect(line(page, /^Activated again/)).toHaveCount(1);
  await finished(page);
  expect(withoutTimes(await logText(page))).toBe(withoutTimes(before));
}

async function exportDraft(page: Page, slug: string, { name }: TestPackage): Promise<Buffer> {
  await page.goto(`/w/${slug}/skills/${name}`);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/The draft as it is now/).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  return readFile(await (await download).path());
}

async function send(page: Page, message: string): Promise<void> {
  await page.getByRole("form", { name: "Message" }).getByRole("textbox").fill(message);
  await page.keyboard.press("ControlOrMeta+Enter");
}

const line = (page: Page, text: RegExp) => page.getByRole("log").getByRole("button", { name: text });

/** Asked after a line of the run was seen, so that the run has begun. */
async function finished(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0, { timeout: 20_000 });
}

const logText = async (page: Page) => (await page.getByRole("log").textContent()) ?? "";
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const withoutTimes = (text: string) =>
  text.replace(/\b\d{1,2}:\d{2}(:\d{2})?\b|just now|\d+ (s|min|h)( ago)?/g, "");
