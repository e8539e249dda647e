import { WorkspaceApi } from "./api";
import { expect, test, untilEditable } from "./journey";
import { type TestPackage, tidePackage } from "./packages";

const name = "long-guide";

/** A SKILL.md of 50 KB: sections of prose with links, and one mistake for the rules to find. */
function longSkill(): string {
  const section = (index: number): string =>
    `## Step ${index}\n\nRead [the notes](references/notes-${index % 5}.md), then check \`scripts/run.sh\` and write down what differs from the last time.\n\n`;
  let text = `---\nname: ${name}\ndescription: Walks through a long guide. Use when somebody asks for it.\nversion: 1.0\n---\n\n# Long guide\n\n`;
  for (let index = 0; text.length < 50 * 1024; index++) text += section(index);
  return text;
}

const longPackage: TestPackage = {
  name,
  heading: "Long guide",
  reference: { path: "references/notes-0.md", sentence: "Nothing to add." },
  files: {
    "SKILL.md": longSkill(),
    "references/notes-0.md": "Nothing to add.\n\nBack to [the guide](../SKILL.md).\n",
    "scripts/run.sh": "true\n",
  },
};

declare global {
  var measured: { tasks: number[]; keys: number[] };
}

test("typing into a SKILL.md of 50 KB: the rules are applied in a worker", async ({
  page,
  request,
  workspace,
}, testInfo) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await api.importPackage(longPackage);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto(`/w/${workspace.slug}/skills/${name}/edit`);
  await untilEditable(page);
  const editor = page.getByRole("region", { name: "Editor: SKILL.md" });
  await editor.getByText("Long guide").first().click();
  await expect.poll(() => workers.length, { message: "workers of the page" }).toBeGreaterThan(0);

  await page.evaluate(() => {
    globalThis.measured = { tasks: [], keys: [] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.measured.tasks.push(duration);
    }).observe({ type: "longtask" });
    const slow: PerformanceObserverInit & { durationThreshold: number } = {
      type: "event",
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      for (const { name: event, duration } of list.getEntries())
        if (event === "keydown") globalThis.measured.keys.push(duration);
    }).observe(slow);
  });
  await page.keyboard.press("Home");
  for (const character of "What is typed here is checked while it is typed, and no key waits for it. ") {
    await page.keyboard.type(character);
    // Slower than the pause after which the rules run, so that each of them runs between two keys.
    await page.waitForTimeout(160);
  }
  const { tasks, keys } = await page.evaluate(() => globalThis.measured);
  const figures = {
    longTasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    keysOver16Ms: keys.length,
    slowestKeyMs: Math.round(Math.max(0, ...keys)),
  };
  testInfo.annotations.push({ type: "figures", description: JSON.stringify(figures) });
  console.log(`typing into 50 KB: ${JSON.stringify(figures)}`);
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
});

test("a link in SKILL.md opens its file, and follows the file when that is moved", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { name: skill, reference } = tidePackage();
  await api.importPackage(tidePackage());
  await page.goto(`/w/${workspace.slug}/skills/${skill}/edit`);
  await untilEditable(page);
  const editor = page.getByRole("region", { name: "Editor: SKILL.md" });
  // Monaco finds links a moment after it has drawn the text. What it underlines under the pointer, a click opens.
  await page.keyboard.down("ControlOrMeta");
  await editor.locator(".detected-link", { hasText: reference.path }).hover();
  await expect(editor.locator(".detected-link-active", { hasText: reference.path })).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up("ControlOrMeta");
  await expect(page.getByRole("region", { name: `Editor: ${reference.path}` })).toBeVisible();

  // With a file of a folder open: a leading slash counts from the top, and what is typed next goes into the new file.
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("textbox", { name: "Path" }).fill("/scripts/check.sh");
  await page.keyboard.press("Enter");
  const created = page.getByRole("region", { name: "Editor: scripts/check.sh" });
  await expect(created.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("echo typed");
  await expect(created).toContainText("typed");
  await page.getByRole("treeitem", { name: reference.path.split("/").at(-1) ?? "" }).click();

  await page.getByRole("button", { name: "More file actions" }).click();
  await page.getByRole("menuitem", { name: `Rename or move ${reference.path}` }).click();
  await page.getByRole("textbox", { name: "Path" }).fill("notes/renamed.md");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("button", { name: "Update links" }).click();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("status").getByText(/^Saved/)).toBeVisible();
  const stored = await api.get(`/skills/${skill}/draft/file?path=SKILL.md`);
  expect(stored.text).toContain("notes/renamed.md");
  expect(stored.text).not.toContain(reference.path);
});
