import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { createWorkspace } from "./journey";
import {
  accessibilityProblems,
  activate,
  connectModel,
  expect,
  giveModel,
  send,
  test,
  untilEnded,
} from "./scripted-model";

async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More for turn 1" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a run leaves as a file and is read elsewhere as a recording that nobody continues", async ({
  page,
  request,
  workspace,
  startModel,
}, testInfo) => {
  test.slow();
  const server = await startModel([
    activate("release-notes"),
    { kind: "answer", text: ["CSV export is new in 4.2."] },
  ]);
  await connectModel(page, workspace.slug, server);
  await giveModel(page, workspace.slug);
  const { id } = await new WorkspaceApi(request, workspace.slug).post("/conversations", {
    agent: "release-desk",
  });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  await send(page, "Write the notes: CSV export is new.");
  const log = page.getByRole("log");
  await expect(log.getByText("CSV export is new in 4.2.")).toBeVisible();
  await untilEnded(page);
  const download = page.waitForEvent("download");
  await choose(page, "Download the run as a file");
  const file = testInfo.outputPath("run.json");
  await (await download).saveAs(file);
  const asked = server.requests.length;
  const elsewhere = await createWorkspace(request, "Elsewhere");

  await test.step("a file that is no recording is refused in words, and nothing is opened", async () => {
    await page.goto(`/w/${elsewhere.slug}/playground`);
    const broken = testInfo.outputPath("broken.json");
    for (const [text, words] of [
      ["{ no JSON", "broken.json is not JSON"],
      ['{"format":"something else"}', "It is no recording of Greenroom's."],
      ['{"format":"greenroom-recording","version":9}', "Its version 9 is not one we read."],
    ] as const) {
      await writeFile(broken, text);
      await page.getByLabel("A recording").setInputFiles(broken);
      await expect(page.getByText(`This recording does not open. ${words}`)).toBeVisible();
    }
    await expect(page).toHaveURL(/playground$/);
  });

  await test.step("it says where it comes from, shows every event, and calls nothing live", async () => {
    await page.getByLabel("A recording").setInputFiles(file);
    await expect(page.getByText(`Opened from a file, as ${workspace.name} exported it`)).toBeVisible();
    await expect(log.getByText("CSV export is new in 4.2.")).toBeVisible();
    await expect(log.getByRole("button", { name: /^Activated release-notes v1/ })).toBeVisible();
    await expect(log.getByText("Recording", { exact: true })).toBeVisible();
    await expect(page.getByText(/^Live: /)).toHaveCount(0);
    await page.getByRole("tab", { name: "Response", exact: true }).click();
    await expect(page.getByRole("tabpanel")).toContainText("in 4.2.");
    expect(server.requests).toHaveLength(asked);
  });

  await test.step("nothing can be sent, forked or run again, and it says so", async () => {
    const closed = page.getByRole("paragraph").filter({ hasText: "it can be read, not continued" });
    await expect(closed).toBeVisible();
    await expect(page.getByLabel(/^Message/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Fork", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await log.getByRole("button", { name: /^Activated release-notes/ }).click();
    await page.getByRole("tab", { name: "Event", exact: true }).click();
    await expect(page.getByRole("button", { name: "Fork from here" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "More for turn 1" }).click();
    for (const name of [/^Edit and resend/, /^Run again/, /^Replay the recording/])
      await expect(page.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await expect(log.getByText("CSV export is new in 4.2.")).toBeVisible();
  });
});

test("a turn is kept as a test case in the skill's draft, by keyboard, and once", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  const message = "/release-notes for 1.2";
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  await send(page, message);
  const log = page.getByRole("log");
  await expect(log.getByRole("button", { name: /^Activated release-notes/ })).toBeVisible();
  await untilEnded(page);
  // Words that wait in the composer are no business of a dialog before it.
  await page.getByLabel(/^Message to/).fill("Not yet");

  await choose(page, "Save as a test case…");
  const dialog = page.getByRole("dialog", { name: "Save turn 1 as a test case" });
  await expect(dialog.getByLabel("Skill")).toHaveValue("release-notes");
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel("A good answer").fill("Three short notes.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(/^Saved to evals\/evals.json and evals\/trigger-eval.json/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(log.getByText("Not yet")).toHaveCount(0);
  await expect(page.getByLabel(/^Message to/)).toHaveValue("Not yet");

  const textOf = async (path: string) =>
    JSON.parse(
      String((await api.get(`/skills/release-notes/draft/file?path=${encodeURIComponent(path)}`)).text),
    );
  expect(await textOf("evals/evals.json")).toMatchObject({
    skill_name: "release-notes",
    evals: [{ prompt: message, expected_output: "Three short notes." }],
  });
  expect(await textOf("evals/trigger-eval.json")).toEqual([{ query: message, should_trigger: true }]);

  await choose(page, "Save as a test case…");
  await dialog.getByLabel("A good answer").fill("Three short notes.");
  await dialog.getByRole("button", { name: "Save to the draft" }).click();
  await expect(page.getByText("The draft has this case already.")).toBeVisible();
});
