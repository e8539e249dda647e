import type { APIRequestContext } from "@playwright/test";
import { dialectHeads } from "../lib/dialects/dialect-heads";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";

const long = "Checks one thing after another and writes down what it found on the way. ".repeat(13);
const names = Array.from({ length: 20 }, (_, at) => `check-${String(at + 1).padStart(2, "0")}`);

/** An agent whose skills' descriptions are longer, together, than its catalogue may be. */
async function aFullAgent(request: APIRequestContext, workspace: string): Promise<WorkspaceApi> {
  const api = new WorkspaceApi(request, workspace);
  const files = names.map((name) => [
    `${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: ${`${name}: ${long}`.slice(0, 950)}\n---\n\n# ${name}\n\nCheck it.\n`,
  ]);
  await api.importPackage({ name: "checks", files: Object.fromEntries(files) });
  const agent = await api.post("/agents", { name: "Inspector" });
  await api.put("/agents/inspector/assignments", {
    baseRevision: agent.revision,
    items: names.map((skill) => ({ skill, follows: "draft" })),
  });
  return api;
}

test("a catalogue that is cut looks cut, and search mode cuts nothing", async ({
  page,
  request,
  workspace,
}) => {
  const api = await aFullAgent(request, workspace.slug);
  await page.goto(`/w/${workspace.slug}/agents/inspector`);
  const told = page.getByRole("complementary", { name: "What the agent is told" });
  const assigned = page.getByRole("region", { name: "Assigned skills" });
  await expect(told.getByText(/descriptions? cut, nothing left out/).first()).toBeVisible();
  await expect(assigned.getByText("The budget of 16,000 characters ends here")).toBeVisible();
  const last = assigned.getByRole("listitem").last();
  await expect(last).toContainText(/description cut to \d+ characters/);
  await expect(assigned.getByRole("listitem").first()).not.toContainText("cut");
  const hosts = told.getByRole("list", { name: "Budgets of hosts" }).getByRole("listitem");
  await expect(hosts).toHaveCount(Object.keys(dialectHeads).length);
  await expect(hosts.filter({ hasText: "Claude Code" })).toContainText("dropped");
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  await test.step("publishing says that this description stays cut", async () => {
    const { agents } = await api.get(`/skills/${names.at(-1)}/impact`);
    expect(agents).toMatchObject([{ own: { before: { state: "cut" }, after: { state: "cut" } } }]);
  });

  await test.step("one click, and nothing is cut", async () => {
    await expect(told.getByText(/tokens become/)).toBeVisible();
    const button = told.getByRole("button", { name: "Use search mode" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Catalogue mode")).toHaveValue("search");
    await expect(
      told.getByText("Everything fits: nothing is cut or left out", { exact: true }),
    ).toBeVisible();
    await expect(assigned.getByText("ends here")).toHaveCount(0);
    await expect(assigned.getByText(/description cut/)).toHaveCount(0);
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });
});
