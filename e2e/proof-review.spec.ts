import type { Locator, Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, untilEditable } from "./journey";
import { activate, connectModel, type Received, type Reply, test } from "./scripted-model";
import { secondPerson } from "./second-person";

const skill = "release-notes";
const neighbour = "next-version";
const missed = "Do customers sleep on the moon?";
const stolen = "Is a renamed field a major change?";

/** Found by the word that its description has to have; nobody's otherwise. */
const asks = [
  "Write release notes for customers",
  "Write release notes for operators",
  "Release notes for 4.2, please",
  "A changelog of this month",
  "A changelog for the board",
  "What is new? A changelog, please",
  "Group these changes: release notes",
  "Draft the release notes again",
  missed,
];
const strays = ["Tell me a joke", "Good morning", "How tall is the tower?"];
const versionAsks = [stolen, "Which number follows 2.4.1? A patch?", "Do we tag a major or a minor?"];

/** What a model that goes by descriptions does; the description of one skill may promise what is the other's. */
function answer({ body }: Received): Reply {
  const told = JSON.stringify(body);
  const query = [...asks, ...strays, ...versionAsks].find((text) => told.includes(text)) ?? "";
  if (told.includes('"role":"tool"')) return { kind: "answer", text: ["Done."] };
  if (versionAsks.includes(query))
    return activate(told.includes("renamed fields") && query === stolen ? skill : neighbour);
  const isFound = query === missed ? told.includes("on the moon.") : asks.includes(query);
  return isFound ? activate(skill) : { kind: "answer", text: ["No."] };
}

const caseOf = (query: string, found: boolean, name: string) => ({
  query,
  expected: found ? { kind: "skill", name } : { kind: "not-this" },
});

/** Both skills published with cases of their own, and a policy that asks what these say. */
async function twoSkillsWithCases(api: WorkspaceApi): Promise<void> {
  for (const [name, finds] of [
    [skill, asks],
    [neighbour, versionAsks],
  ] as const) {
    const { revision } = await api.get(`/skills/${name}/suites/trigger`);
    const cases = [
      ...finds.map((query) => caseOf(query, true, name)),
      ...strays.map((query) => caseOf(query, false, name)),
    ];
    await api.put(`/skills/${name}/suites/trigger`, { revision, cases });
    await api.publish(name);
  }
  const proof = {
    triggers: { recall: 0.3, precision: null },
    effect: false,
    neighbours: true,
    maxAgeDays: null,
    model: null,
  };
  await api.patch("/policy", { approvals: 1, proof });
}

/** Without a limit, which only a model whose prices are known can keep. */
async function runUnlimited(dialog: Locator): Promise<void> {
  await dialog.getByRole("textbox", { name: "Cap, US dollars" }).fill("");
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
}

/** Runs the suite with the connected model, and waits for the end of the run with this number. */
async function runSuite(page: Page, number: number): Promise<void> {
  await page.getByRole("button", { name: "Run suite" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Run the trigger suite" });
  await dialog.getByRole("combobox", { name: "Model", exact: true }).selectOption({ label: "Large" });
  await dialog.getByRole("textbox", { name: "Trials per case and host" }).fill("1");
  await runUnlimited(dialog);
  await expect(page).toHaveURL(new RegExp(`/proof/${number}$`));
  await untilDone(page);
}

async function untilDone(page: Page): Promise<void> {
  const cost = page.getByRole("region", { name: "Cost" });
  await expect(cost).toBeVisible();
  await expect(cost.getByRole("button", { name: "Stop" })).toHaveCount(0, { timeout: 60_000 });
}

/** Types at the end of a line of SKILL.md, which has the frontmatter's lines first, and saves. */
async function typeAtEndOf(page: Page, line: number | "last", text: string): Promise<void> {
  await untilEditable(page);
  await page.getByRole("region", { name: "Editor: SKILL.md" }).getByText("Release notes").first().click();
  await page.keyboard.press(line === "last" ? "ControlOrMeta+End" : "ControlOrMeta+Home");
  if (line !== "last") {
    for (let down = 1; down < line; down += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
  }
  await page.keyboard.type(text);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("status").getByText(/^Saved/)).toBeVisible();
}

test("a missed case is mended, the reviewer sees whom it costs, and the policy blocks, then allows", async ({
  page: author,
  browser,
  request,
  workspace,
  startModel,
}) => {
  test.setTimeout(240_000);
  const api = new WorkspaceApi(request, workspace.slug);
  const at = (path: string) => `/w/${workspace.slug}/${path}`;
  await twoSkillsWithCases(api);
  const model = await startModel([answer]);
  await connectModel(author, workspace.slug, model);
  const { page: reviewer, complaints } = await secondPerson(browser, api, {
    name: "Aiko Mori",
    role: "reviewer",
  });
  const result = author.getByRole("region", { name: "Result" });
  const missedRow = author.getByRole("row").filter({ hasText: missed });

  await test.step("the author runs the suite, and opens the case that it misses", async () => {
    await author.goto(at(`skills/${skill}/proof`));
    await runSuite(author, 1);
    await expect(missedRow).toContainText("Missed");
    await missedRow.getByRole("button", { name: missed }).click();
    const session = author.getByRole("complementary", { name: "Recorded session" });
    await expect(session).toContainText("right in 0 of 1 trials");
    await expect(session).toContainText("No.");
  });

  await test.step("the author promises more in the description, and the case is found", async () => {
    await author.goto(at(`skills/${skill}/edit`));
    await typeAtEndOf(author, 3, " Also renamed fields, and customers on the moon.");
    await author.goto(at(`skills/${skill}/proof`));
    await runSuite(author, 2);
    await expect(missedRow).toContainText("Right");
    await expect(missedRow).toContainText("gained");
  });

  await test.step("a word in the body asks the model for nothing again", async () => {
    const asked = model.requests.length;
    await author.goto(at(`skills/${skill}/edit`));
    await typeAtEndOf(author, "last", "Never promise a date.");
    await author.goto(at(`skills/${skill}/proof`));
    await runSuite(author, 3);
    await expect(missedRow).toContainText("Right");
    expect(model.requests.length).toBe(asked);
    await expect(result).toBeVisible();
  });

  await test.step("the author asks for review, and the policy waits for the neighbours", async () => {
    const { number } = await api.post(`/skills/${skill}/reviews`, { title: "Found by the moon, too" });
    expect(number).toBe(1);
    await author.goto(at("reviews/1?tab=proof"));
    await expect(author.getByRole("heading", { name: "Publish is waiting" })).toBeVisible();
    await expect(author.getByRole("list", { name: "Policy on proof" })).toContainText("1 not run");
  });

  await test.step("the reviewer sees the figures, and the case that a neighbour loses", async () => {
    await reviewer.goto(at("reviews/1"));
    await reviewer.getByRole("tab", { name: /^Proof/ }).click();
    const own = reviewer.getByRole("region", { name: "On exactly these bytes" });
    await expect(own.getByRole("table")).toContainText("Large");
    await reviewer.getByRole("button", { name: "Run the neighbours" }).click();
    const dialog = reviewer.getByRole("dialog", { name: "Run the neighbours" });
    await dialog.getByRole("combobox", { name: "Model" }).selectOption({ label: "Large" });
    await runUnlimited(dialog);
    const beside = reviewer.getByRole("region", { name: "What it does to the neighbours" });
    await expect(beside).toContainText("1 case lost", { timeout: 60_000 });
    await expect(beside).toContainText(`Right before, now stolen by ${skill}`);
    await expect(beside).toContainText(stolen);
    await expect(reviewer.getByRole("list", { name: "Policy on proof" })).toContainText("1 of 1 lost");
  });

  await test.step("an approval alone publishes nothing", async () => {
    await reviewer.getByRole("button", { name: "Approve" }).click();
    const form = reviewer.getByRole("dialog", { name: "Approve this draft" });
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(reviewer.getByRole("list", { name: "Approvals" })).toContainText(/saw run/);
    await expect(reviewer.getByRole("button", { name: "Publish v3" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  await test.step("the author takes the promise back, and runs both suites again", async () => {
    const { text } = await api.get(`/skills/${skill}/draft/file?path=SKILL.md`);
    await api.edit(skill, { "SKILL.md": String(text).replace("Also renamed fields, and", "Also") });
    await author.goto(at(`skills/${skill}/proof`));
    await runSuite(author, 4);
    await expect(missedRow).toContainText("Right");
    await author.goto(at("reviews/1?tab=proof"));
    await author.getByRole("button", { name: "Run the neighbours" }).click();
    const dialog = author.getByRole("dialog", { name: "Run the neighbours" });
    await dialog.getByRole("combobox", { name: "Model" }).selectOption({ label: "Large" });
    await runUnlimited(dialog);
    await expect(author.getByRole("list", { name: "Policy on proof" })).toContainText("0 of 1", {
      timeout: 60_000,
    });
  });

  await test.step("the reviewer approves what is there now, and it is published", async () => {
    await expect(reviewer.getByRole("list", { name: "Approvals" }).getByText("Stale")).toBeVisible();
    await reviewer.getByRole("button", { name: "Approve" }).click();
    const form = reviewer.getByRole("dialog", { name: "Approve this draft" });
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(reviewer.getByRole("heading", { name: "Ready to publish" })).toBeVisible();
    await author.getByRole("button", { name: "Publish v3" }).click();
    const publishing = author.getByRole("dialog", { name: "Publish version 3" });
    await publishing.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(author.getByRole("dialog", { name: "Version 3 is published" })).toBeVisible();
  });

  await reviewer.context().close();
  expect(complaints, "what the reviewer's page complained about").toEqual([]);
});
