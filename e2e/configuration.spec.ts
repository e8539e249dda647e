import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { startTestServer } from "../scripts/test-server.mjs";
import { WorkspaceApi } from "./api";
import { claimServer } from "./claimed-server";
import { accessibilityProblemsInBothThemes, expect, test as onShared } from "./journey";

type Own = { baseUrl: string; dataFolder: string; signedIn: SignedIn };
type SignedIn = Awaited<ReturnType<Awaited<ReturnType<typeof claimServer>>["storageState"]>>;

/** A server of its own: its file, which is broken for a while, is everybody's on it. Gone after each journey. */
const test = onShared.extend<{ file: string }, { own: Own }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
    async ({}, use) => {
      const server = await startTestServer();
      const request = await claimServer(server, "Meridian");
      const signedIn = await request.storageState();
      await request.dispose();
      await use({ baseUrl: server.baseUrl, dataFolder: server.dataFolder, signedIn });
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.baseUrl),
  storageState: ({ own }, use) => use(own.signedIn),
  file: async ({ own }, use) => {
    const file = path.join(own.dataFolder, "greenroom.yaml");
    await use(file);
    await rm(file, { force: true });
  },
});
test.describe.configure({ mode: "default" }); // one after the other: both are about the one file

const source =
  "sources:\n  - { name: Team skills, url: https://git.example.org/skills.git, needsToken: true }\n";
const agent =
  "agents:\n  - name: Front desk\n    instructions: Be brief.\n    skills: [release-notes@draft]\n";
const policy = "policy:\n  approvals: 2\n";

test("a file keeps sources, agents and policy: looked at, applied, drifted from, broken, let go of", async ({
  file,
  page,
  request,
  workspace,
}) => {
  const write = (text: string) => writeFile(file, `workspace: ${workspace.slug}\n${text}`);
  const api = new WorkspaceApi(request, workspace.slug);
  const settings = `/w/${workspace.slug}/settings`;
  const row = (name: string | RegExp) => page.getByRole("row", { name });
  await page.goto(`${settings}/configuration`);
  await expect(page.getByText("No file keeps sources, agents, policy or limits")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  // A look is no deed: what would change is told, and nothing did.
  await write(source + agent + policy);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "3 things differ from the file." })).toBeVisible();
  await expect(row(/Front desk/)).toContainText("Not here yet");
  await expect(row(/Team skills/)).toContainText("greenroom.yaml:3:5");
  await expect(row(/Policy/)).toContainText("Changed approvals");
  expect(await api.get("/agents")).toMatchObject({ total: 1 });
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Apply the file" }).press("Enter");
  await expect(page.getByText("Everything is as the file says.")).toBeVisible();
  await expect(row(/Team skills/)).toContainText("It needs its token");
  expect(await api.get("/agents/front-desk")).toMatchObject({ declaredIn: "greenroom.yaml" });

  // What the file keeps is read-only, on the screen as over the API.
  await row(/Front desk/)
    .getByRole("link", { name: "Front desk" })
    .press("Enter");
  await expect(page.getByText(/Front desk is kept in .* Its other tools/)).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  const refused = await request.patch(`/api/v1/workspaces/${workspace.slug}/agents/front-desk`, {
    data: { baseRevision: 1, instructions: "Be long." },
  });
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining("greenroom.yaml")]);
  await page.goto(`${settings}/reviews`);
  await expect(page.getByText("You can read the policy, not change it")).toBeVisible();
  await page.goto(`${settings}/sources`);
  await expect(page.getByText("Its token is missing")).toBeVisible();

  await write(source + agent.replace("Be brief.", "Be kind."));
  await page.goto(`${settings}/configuration`);
  await expect(row(/Front desk/)).toContainText("Changed the instructions");
  await expect(row(/Policy/)).toContainText("No longer in the file");
  await expect(page.getByRole("status").filter({ hasText: "2 things differ" })).toBeVisible();

  await write(`${source}${agent}    colour: red\n`);
  await page.reload();
  await expect(page.getByText("greenroom.yaml:8:5")).toBeVisible();
  await expect(page.getByText(/Extra inputs are not permitted/)).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  // Whoever comes to mend a file that is no YAML finds the page, with the place.
  await writeFile(file, "agents: [\n");
  await page.reload();
  await expect(page.getByText(/greenroom\.yaml:\d+:\d+/)).toBeVisible();
  await expect(page.getByText("What differs is told once the file is mended.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply the file" })).toHaveAttribute("aria-disabled", "true");

  await write("agents: []\n");
  await page.reload();
  await page.getByRole("button", { name: "Apply the file" }).press("Enter");
  await expect(page.getByText("Everything is as the file says.")).toBeVisible();
  expect(await api.get("/agents/front-desk")).toMatchObject({ declaredIn: null, instructions: "Be brief." });
});

test("what was set up by hand is written as a file, saved, and finds nothing to change where it came from", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await api.post("/agents", { name: "By hand", instructions: "# Be brief\n\n- Always\n" });
  await api.post("/sources", { name: "Team", url: "https://git.example.org/skills.git", token: "hush-hush" });
  await page.goto(`/w/${workspace.slug}/settings/configuration`);
  await page.getByRole("button", { name: "Show as YAML" }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Team: its token is in no file" })).toBeVisible();
  const shown = page.getByRole("region", { name: "greenroom.yaml" });
  await expect(shown).toContainText("name: By hand");
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download greenroom.yaml" }).press("Enter");
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("greenroom.yaml");
  const text = await readFile(await saved.path(), "utf8");
  expect(text).not.toContain("hush-hush");
  const { items, problems } = await api.post("/configuration/applications", { text, dryRun: true });
  expect(problems).toEqual([]);
  const outcomes = Array.isArray(items) ? items.map(({ outcome }) => outcome) : [];
  expect(new Set(outcomes)).toEqual(new Set(["taken-over"]));
});
