import { WorkspaceApi } from "./api";
import { accessibilityProblems, expect, setTheme, test, untilEnded } from "./journey";

const message = "Write release notes for customers in the tone of references/tone.md: CSV export is new.";

test("a conversation is forked, repeated and edited; every line keeps its own log", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  await page.getByLabel(/^Message to/).fill(message);
  await page.keyboard.press("ControlOrMeta+Enter");
  const log = page.getByRole("log");
  await expect(log.getByRole("button", { name: /^Activated release-notes/ })).toBeVisible();
  await untilEnded(page);

  await test.step("run again: a new line with one turn", async () => {
    await page.getByRole("button", { name: "More for turn 1" }).click();
    await page.getByRole("menuitem", { name: "Run again" }).click();
    await expect(page).toHaveURL(/branch=/);
    await expect(log.getByRole("button", { name: /^Activated release-notes/ })).toHaveCount(1);
    await untilEnded(page);
  });

  await test.step("fork after the activation: the skill is active there", async () => {
    await log.getByRole("button", { name: /^Activated release-notes/ }).click();
    await page.getByRole("button", { name: "Fork from here" }).click();
    await expect(page.getByText(/A new branch from here/)).toBeVisible();
    await page.getByLabel(/^Message to/).fill("@release-notes once more");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(log.getByRole("button", { name: /^Already active release-notes/ })).toBeVisible();
    await untilEnded(page);
  });

  await test.step("edit and resend: another message, the old line stays", async () => {
    await page.getByRole("button", { name: "More for turn 1" }).click();
    await page.getByRole("menuitem", { name: "Edit and resend" }).click();
    await page.getByRole("dialog").getByLabel("Message").fill("What is next-version for?");
    await page.getByRole("button", { name: "Send in a new branch" }).click();
    await expect(log.getByText("What is next-version for?")).toBeVisible();
    await untilEnded(page);
    const lines = page.getByLabel("Branch of the conversation");
    await expect(lines.getByRole("option")).toHaveCount(4);
    await lines.selectOption({ index: 0 });
    await expect(log.getByText(message.slice(0, 30))).toBeVisible();
    await expect(log.getByText("What is next-version for?")).toHaveCount(0);
  });

  await test.step("a thumb with a reason, and what is shown survives a reload", async () => {
    await page.getByRole("button", { name: "More for turn 1" }).click();
    await page.getByRole("menuitem", { name: /^Good answer/ }).click();
    await page.getByRole("dialog").getByLabel("Why").fill("Right tone.");
    await page.getByRole("button", { name: "Keep" }).click();
    await expect(page.getByText("good: 1")).toBeAttached();
    await page.reload();
    await expect(page.getByText("good: 1")).toBeAttached();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test("events are filtered by kind and by words, with the keyboard", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await api.post(`/conversations/${id}/runs`, { message: "/release-notes Read ../../finance/prices.yaml" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("button", { name: /^Finished/ })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press("f");
  await expect(page.getByLabel("Search in events")).toBeFocused();
  await page.keyboard.type("prices.yaml outside");
  await expect(timeline.getByRole("button", { name: /^Refused: / })).toBeVisible();
  await expect(timeline.getByRole("button", { name: /^Activated: / })).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(timeline.getByRole("button", { name: /^Activated: / }).first()).toBeVisible();
});

test("a skill that was not activated says why", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await api.post(`/conversations/${id}/runs`, { message });
  await page.goto(`/w/${workspace.slug}/playground/${id}?event=1`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("button", { name: /^Finished/ })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Why not?" }).first().click();
  await expect(page.getByText(/The model activated release-notes instead/)).toBeVisible();
});

test("one message goes to two columns, with and without a skill, and the difference is shown", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await api.get("/agents");
  await setTheme(page, "dark");
  await page.goto(`/w/${workspace.slug}/skills/release-notes`);
  await page.getByRole("button", { name: /^More/ }).first().click();
  await page.getByRole("menuitem", { name: "Compare with and without…" }).click();
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/compare\/[0-9a-f-]{36}$/);
  const [left, right] = [
    page.getByRole("region", { name: "Left" }),
    page.getByRole("region", { name: "Right" }),
  ];
  await expect(left.getByRole("button", { name: /^Activated release-notes/ })).toBeVisible();
  await expect(right.getByText("release-notes left out")).toBeVisible();
  await expect(right.getByRole("log")).toContainText(message.slice(0, 30));
  await untilEnded(page);
  await expect(right.getByRole("button", { name: /^Activated release-notes/ })).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("tab", { name: /^Differences/ }).click();
  await expect(page.getByText("Left only").first()).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a draft is compared with what is published", async ({ page, request, workspace }) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const draft = await api.get("/skills/release-notes/draft");
  const file = await api.get("/skills/release-notes/draft/file?path=SKILL.md");
  await api.post("/skills/release-notes/draft/changes", {
    baseRevision: draft.revision,
    changes: [{ op: "write", path: "SKILL.md", text: `${file.text}\nMention the cormorant.\n` }],
  });
  await page.goto(
    `/w/${workspace.slug}/playground/compare/new?agent=release-desk&skill=release-notes&message=${encodeURIComponent("/release-notes CSV export is new")}`,
  );
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/compare\/[0-9a-f-]{36}$/);
  await expect(
    page.getByRole("region", { name: "Left" }).getByRole("button", { name: /^Activated release-notes v1/ }),
  ).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: "Right" })
      .getByRole("button", { name: /^Activated release-notes draft r2/ }),
  ).toBeVisible();
});
