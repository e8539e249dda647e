import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test, untilEnded } from "./journey";
import { untilTakenOver } from "./taken-over";
import { walkTo } from "./walk";

const message = "Do customers sleep on the moon?";

test("an answer without a skill leads to its cause, by keyboard alone", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  await expect(page.getByLabel(/^Message to/)).toBeFocused();
  await page.keyboard.type(message);
  await page.keyboard.press("ControlOrMeta+Enter");
  const log = page.getByRole("log");
  await expect(log.getByText(/none reaches a score of 0\.50/)).toBeVisible();
  // The answer comes word by word.
  const nearest = /The nearest is release-notes with (0\.\d\d)/;
  await expect(log).toContainText(nearest);
  const score = nearest.exec((await log.textContent()) ?? "")?.[1];
  await untilEnded(page);
  await log.focus();
  await walkTo(page, "Tab", log.getByRole("button", { name: /^No skill was activated/ }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("tab", { name: "Why" })).toHaveAttribute("aria-selected", "true");
  const panel = page.getByRole("tabpanel", { name: "Why" });
  await expect(panel.getByRole("heading", { name: "Nothing was activated" })).toBeVisible();
  const best = panel.getByRole("list", { name: "Candidates, best first" }).getByRole("button").first();
  await expect(best).toContainText("release-notes");
  await expect(best, "the answer's score is the one of the ranking").toContainText(score ?? "a score");
  await expect(best).toHaveAttribute("aria-expanded", "true");
  await expect(panel.getByText("The model activated no skill. It came first of")).toBeVisible();
  await expect(panel.getByText("Matched")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);

  await test.step("every skill of the agent is there once", async () => {
    await walkTo(page, "Tab", panel.getByRole("button", { name: "Table" }));
    await page.keyboard.press("Enter");
    const rows = panel.getByRole("table", { name: "Every skill of the turn" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });

  await test.step("the address shows the same again, and W leads there from anywhere", async () => {
    await page.reload();
    await expect(panel.getByRole("heading", { name: "Nothing was activated" })).toBeVisible();
    await page.goto(`/w/${workspace.slug}/playground/${id}`);
    await expect(page.getByRole("tab", { name: "Context" })).toHaveAttribute("aria-selected", "true");
    await log.focus();
    // The log comes after the page, and its key with it.
    await untilTakenOver(page);
    await page.keyboard.press("w");
    await expect(page.getByRole("tab", { name: "Why" })).toHaveAttribute("aria-selected", "true");
  });
});

test("in search mode the ranking is that of the search", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await api.post(`/conversations/${id}/runs`, { message, mode: "search" });
  await page.goto(`/w/${workspace.slug}/playground/${id}?tab=why`);
  const panel = page.getByRole("tabpanel", { name: "Why" });
  await expect(panel.getByText(/Scores are those of the search/)).toBeVisible({ timeout: 20_000 });
  const best = panel.getByRole("list", { name: "Candidates, best first" }).getByRole("button").first();
  await expect(best).toContainText(/0\.\d\d/);
  const score = /0\.\d\d/.exec((await best.textContent()) ?? "")?.[0] ?? "a score";
  await expect(page.getByRole("log").getByText(`with ${score}`)).toBeVisible();
});
