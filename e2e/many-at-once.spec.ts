import type { Locator, Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";
import { randomPackage, zipOf } from "./packages";
import { secondPerson } from "./second-person";

const topics = ["tides", "berths", "cranes", "pilots", "locks", "buoys", "cargo", "fuel", "crews", "rates"];
const acts = ["check", "plan", "log", "quote", "sort", "trace", "brief", "audit", "draft", "rank"];

/** A hundred skills that nobody has seen, in one archive: every topic with every act. */
async function hundredSkills(): Promise<{ names: string[]; archive: Buffer }> {
  const skills = topics.flatMap((topic) => acts.map((act) => ({ topic, act, name: `${topic}-${act}` })));
  const files = Object.fromEntries(
    skills.map(({ topic, act, name }) => [
      `${name}/SKILL.md`,
      [
        "---",
        `name: ${name}`,
        `description: Helps the harbour office to ${act} ${topic}. Use when someone asks to ${act} ${topic}.`,
        "---",
        "",
        `# How to ${act} ${topic}`,
        "",
        `Write down the ${topic} that were asked for, then ${act} them one by one.`,
        "",
      ].join("\n"),
    ]),
  );
  return { names: skills.map(({ name }) => name), archive: await zipOf({ name: "harbour", files }) };
}

const list = (page: Page) => page.getByRole("table", { name: /^Skills, sorted by/ });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole("region", { name: "Selected skills" });

test("a hundred skills come in and go to a new agent in ten clicks and a minute", async ({
  page,
  request,
  workspace,
}, { annotations }) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  const { names, archive } = await hundredSkills();
  await page.goto(`/w/${workspace.slug}/skills`);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const startMs = Date.now();

  await click(page.getByRole("button", { name: "Import", exact: true }));
  const choosing = page.waitForEvent("filechooser");
  await click(page.getByRole("menuitem", { name: "Choose files" }));
  await (await choosing).setFiles({ name: "harbour.zip", mimeType: "application/zip", buffer: archive });
  await click(page.getByRole("button", { name: "Store 100 skills" }));
  await click(page.getByRole("button", { name: "Publish and assign" }));
  const dialog = page.getByRole("dialog", { name: "Publish 100 skills" });
  await click(dialog.getByRole("textbox", { name: "New agent" }));
  await page.keyboard.type("Harbour office");
  await click(dialog.getByRole("button", { name: "Publish and assign 100" }));
  await expect(dialog.getByText("100 published.")).toBeVisible({ timeout: 60_000 });
  const tookMs = Date.now() - startMs;
  await click(dialog.getByRole("link", { name: "Rehearse with Harbour office" }));
  annotations.push({ type: "many at once", description: JSON.stringify({ clicks, tookMs }) });
  console.info(`100 skills imported, published and assigned: ${clicks} clicks, ${tookMs} ms`);
  expect(clicks).toBeLessThanOrEqual(10);
  expect(tookMs).toBeLessThan(60_000);

  await expect(page).toHaveURL(/playground\/new/);
  await page
    .getByLabel(/^Message/)
    .last()
    .fill("/tides-check What is the tide today?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("log").getByRole("button", { name: /^Activated tides-check/ })).toBeVisible();

  const agent = await api.get("/agents/harbour-office");
  const assigned: { skill: string; resolved: { number?: number } }[] = Array.isArray(agent.assignments)
    ? agent.assignments
    : [];
  expect(assigned.map(({ skill }) => skill).toSorted()).toEqual(names.toSorted());
  expect(assigned.every(({ resolved }) => resolved.number === 1)).toBe(true);
});

test("rows are selected, archived and brought back without a mouse", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  for (const seed of [1, 2, 3, 4]) await api.importPackage(randomPackage(seed));
  const press = (keys: string) => page.keyboard.press(keys);
  await page.goto(`/w/${workspace.slug}/skills?sort=name`);
  const names = (await api.skillNames()).toSorted();
  await expect(list(page).getByRole("link", { name: names[0] ?? "", exact: true })).toBeVisible();
  const chosen = list(page).locator("tr[aria-selected=true]");

  await test.step("X selects, Shift and J go on, Shift and K come back", async () => {
    await press("j");
    await press("x");
    await expect(bar(page)).toContainText("1 selected");
    await press("Shift+J");
    await press("Shift+J");
    await press("Shift+J");
    await expect(chosen).toHaveCount(4);
    await press("Shift+K");
    await expect(chosen).toHaveCount(3);
    await press("ControlOrMeta+a");
    await expect(chosen).toHaveCount(7);
    await press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await press("x");
    await press("Shift+ArrowDown");
    await expect(chosen).toHaveCount(2);
  });

  await test.step("the keys stand in their list", async () => {
    await press("?");
    const keys = page.getByRole("dialog", { name: "Keys on this page" });
    await expect(keys.getByText("Extend the selection down").first()).toBeVisible();
    await expect(keys.getByText("Archive: 2 selected skills")).toBeVisible();
    await press("Escape");
  });

  await test.step("what the selection is for stands in the palette, too", async () => {
    await press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
    await page.keyboard.type("archive 2 selected");
    await expect(page.getByRole("option", { name: /^Archive: 2 selected skills/ })).toBeVisible();
    await press("Enter");
  });

  await test.step("they are archived, and taken back from the report", async () => {
    const dialog = page.getByRole("dialog", { name: "Archive 2 skills" });
    await expect(dialog.getByRole("button", { name: "Archive 2" })).toBeFocused();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await press("Enter");
    await expect(dialog.getByText("2 archived.")).toBeVisible();
    await expect.poll(async () => (await api.skillNames()).length).toBe(5);
    await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
    await press("Shift+Tab");
    await expect(dialog.getByRole("button", { name: "Undo 2" })).toBeFocused();
    await press("Enter");
    await expect(dialog.getByText("2 undone.")).toBeVisible();
    await press("Escape");
    expect((await api.skillNames()).toSorted()).toEqual(names);
  });
});

test("one that waits for its review is left out and named, the others are published", async ({
  page,
  browser,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const packages = [1, 2, 3].map(randomPackage);
  for (const pack of packages) await api.importPackage(pack);
  const { page: reviewer, complaints } = await secondPerson(browser, api, {
    name: "Aiko Mori",
    role: "reviewer",
  });
  const reviews = new WorkspaceApi(reviewer.context().request, workspace.slug);
  const [waiting = "", ...approved] = packages.map(({ name }) => name);
  for (const name of approved) {
    const { number } = await api.post(`/skills/${name}/reviews`, { title: "First version" });
    const digest = await api.digestOf(name);
    await reviews.post(`/reviews/${number}/verdicts`, { kind: "approved", digest });
  }

  await page.goto(`/w/${workspace.slug}/skills?sort=name`);
  for (const { name } of packages) await box(page, name).check();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await bar(page).getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish 3 skills" });
  const cannot = dialog.getByRole("region", { name: "1 cannot" });
  await expect(cannot.getByText(waiting, { exact: true })).toBeVisible();
  await expect(cannot).toContainText(/approv/);
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Publish 2" }).click();
  await expect(dialog.getByText("2 published.")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();

  await expect(bar(page)).toContainText("1 selected");
  await expect(box(page, waiting)).toBeChecked();
  expect((await api.get(`/skills/${waiting}`)).latestVersion).toBeNull();
  for (const name of approved) expect((await api.get(`/skills/${name}`)).latestVersion).toBe(1);

  await box(page, approved[0] ?? "").check();
  await bar(page).getByRole("button", { name: "Export" }).click();
  const exporting = page.getByRole("dialog", { name: "Export 2 skills" });
  await expect(exporting.getByRole("region", { name: "1 cannot" })).toContainText(waiting);
  const downloading = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Export 1" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/-skills\.zip$/);
  await reviewer.context().close();
  expect(complaints).toEqual([]);
});
