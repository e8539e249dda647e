import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";

const skill = "release-notes";
const missed = "Do customers sleep on the moon?";
const shouldFind = [
  "/release-notes for 1.2",
  "/release-notes Read references/tone.md",
  "Write release notes for customers and operators",
  "Please write the release notes of this version",
  "We need a changelog: group the merged changes by audience",
  "Somebody asks for release notes for 4.2",
  "What is new in a version? Write release notes",
  missed,
];
const shouldNot = ["Tell me a joke", "Good morning", "How tall is the tower?", "Thanks, that is all"];

/** Adds a case for each line, with what should be activated. */
async function pasteLines(page: Page, lines: readonly string[], expected: string): Promise<void> {
  await page.getByRole("button", { name: "Paste lines…" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste lines" });
  await dialog.getByRole("textbox", { name: "Messages" }).fill(lines.join("\n"));
  await dialog.getByLabel("Expected").selectOption({ label: expected });
  await dialog.getByRole("button", { name: `Add ${lines.length} cases` }).click();
  await expect(dialog).toHaveCount(0);
}

/** Runs the suite with what the dialog offers, and waits for the end of the run with this number. */
async function runSuite(page: Page, number: number): Promise<void> {
  await page.getByRole("button", { name: "Run suite" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Run the trigger suite" });
  await expect(dialog.getByText("$0", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Run, at most $2.00" }).click();
  await expect(page).toHaveURL(new RegExp(`/proof/${number}$`));
  const cost = page.getByRole("region", { name: "Cost" });
  await expect(cost).toBeVisible();
  await expect(cost.getByRole("button", { name: "Stop" })).toHaveCount(0, { timeout: 60_000 });
}

test("a suite is written, run, its missed case is opened, and the description is mended", async ({
  page,
  request,
  workspace,
}) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  await page.goto(`/w/${workspace.slug}/skills/${skill}`);
  await page.getByRole("link", { name: "Trigger suite" }).click();
  await expect(page.getByRole("heading", { name: "Is this skill found when it should be?" })).toBeVisible();

  await test.step("twelve cases are written and kept in the draft", async () => {
    await page.getByRole("button", { name: "Write the first cases" }).click();
    await pasteLines(page, shouldFind, skill);
    await pasteLines(page, shouldNot, "not this one");
    await page.getByRole("button", { name: "Save to the draft" }).click();
    await expect(page.getByText(/^Saved in the draft, r\d+\.$/)).toBeVisible();
    const { text } = await api.get(
      `/skills/${skill}/draft/file?path=${encodeURIComponent("evals/trigger-eval.json")}`,
    );
    expect(JSON.parse(String(text))).toHaveLength(12);
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });

  await test.step("a run with Rehearsal is no verdict, and shows its sessions", async () => {
    await runSuite(page, 1);
    const result = page.getByRole("region", { name: "Result" });
    await expect(result).toContainText("Scripted, no verdict");
    await expect(page.getByRole("region", { name: "Cost" })).toContainText("Costs nothing");
    const row = page.getByRole("row").filter({ hasText: missed });
    await expect(row).toContainText("Missed");
    await row.getByRole("button", { name: missed }).click();
    const session = page.getByRole("complementary", { name: "Recorded session" });
    await expect(session).toBeFocused();
    await expect(session.getByText(/none reaches a score of 0\.50/)).toBeVisible();
    await expect(session).toContainText("right in 0 of 3 trials");
    await page.keyboard.press("2");
    await expect(session.getByRole("button", { name: "Trial 2, Missed" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });

  await test.step("with a better description the case is found, and the page says what moved", async () => {
    const { text } = await api.get(`/skills/${skill}/draft/file?path=SKILL.md`);
    const better = String(text).replace(
      /^description: .*$/m,
      "description: Writes release notes. Use when someone asks for release notes, a changelog, or whether customers sleep on the moon.",
    );
    await api.edit(skill, { "SKILL.md": better });
    await page.goto(`/w/${workspace.slug}/skills/${skill}/proof`);
    await runSuite(page, 2);
    const row = page.getByRole("row").filter({ hasText: missed });
    await expect(row).toContainText("Right");
    await expect(row).toContainText("gained");
    await page.getByRole("tab", { name: /^Runs/ }).click();
    await expect(
      page.getByRole("table", { name: /^Runs of the trigger suite/ }).getByRole("row"),
    ).toHaveCount(3);
    await page.getByRole("link", { name: "Run 1", exact: true }).click();
    await expect(page).toHaveURL(/\/proof\/1$/);
    await expect(page.getByRole("row").filter({ hasText: missed })).toContainText("Missed");
  });
});
