import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";

const skill = "release-notes";
const prompt = "Write release notes for customers and operators";

test("tasks are written, tried in three arms, and a session of one is opened", async ({
  page,
  request,
  workspace,
}) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  await page.goto(`/w/${workspace.slug}/skills/${skill}/proof`);
  await page.getByRole("link", { name: "Does it help?" }).click();
  await expect(page.getByRole("heading", { name: "Does this skill help?" })).toBeVisible();

  await test.step("a task is written and kept in the draft", async () => {
    await page.getByRole("button", { name: "Write the first task" }).click();
    await page.getByRole("button", { name: "Add a task" }).click();
    const task = page.getByRole("region", { name: "Task 1" });
    await task.getByRole("textbox", { name: "Prompt" }).fill(prompt);
    await task.getByRole("textbox", { name: "Text of grader 1" }).fill("release");
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Save to the draft" }).click();
    await expect(page.getByText(/^Saved in the draft, r\d+\.$/)).toBeVisible();
    const { text } = await api.get(
      `/skills/${skill}/draft/file?path=${encodeURIComponent("evals/evals.json")}`,
    );
    expect(JSON.parse(String(text))).toMatchObject({ evals: [{ prompt }] });
  });

  await test.step("a run with Rehearsal says the chance to decide before, and is no verdict", async () => {
    await page.getByRole("button", { name: "Run tasks" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Run the tasks" });
    await expect(dialog.getByText(/says “Improved” with a chance of/)).toBeVisible();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Run, at most $2.00" }).click();
    await expect(page).toHaveURL(/\/proof\/1$/);
    const cost = page.getByRole("region", { name: "Cost" });
    await expect(cost).toBeVisible();
    await expect(cost.getByRole("button", { name: "Stop" })).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByRole("region", { name: "Result" })).toContainText("Scripted, no verdict");
  });

  await test.step("a figure leads to its recorded session", async () => {
    await page.getByRole("button", { name: /^Task 1, Given: \d\/3 passed$/ }).click();
    const session = page.getByRole("complementary", { name: "Recorded session" });
    await expect(session).toBeFocused();
    await expect(session.getByRole("combobox", { name: "Arm" })).toHaveValue("given");
    await expect(session.getByRole("list", { name: "Graders" })).toContainText("contains");
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });

  await test.step("its run stands among those of tasks, apart from the trigger suite's", async () => {
    await page.getByRole("tab", { name: /^Runs/ }).click();
    const runs = page.getByRole("table", { name: /^Runs of the tasks/ });
    await expect(runs.getByRole("row")).toHaveCount(2);
    await page.getByRole("link", { name: "Is it found?" }).click();
    await expect(page.getByRole("heading", { name: "Is this skill found when it should be?" })).toBeVisible();
  });
});
