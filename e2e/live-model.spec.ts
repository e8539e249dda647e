import { readFile } from "node:fs/promises";
import { WorkspaceApi } from "./api";
import {
  accessibilityProblems,
  activate,
  connectModel,
  expect,
  giveModel,
  key,
  type Reply,
  send,
  test,
  untilEnded,
} from "./scripted-model";

const rateLimited: Reply = {
  kind: "refuse",
  status: 429,
  headers: { "retry-after": "1" },
  body: { error: { type: "rate_limit_error", message: "Slow down" } },
};

test("a real model is connected, asked and looked into, from the test of its key to the replay", async ({
  page,
  request,
  workspace,
  startModel,
}) => {
  test.slow();
  const seen = Promise.withResolvers<void>();
  const server = await startModel([
    activate("release-notes"),
    { kind: "answer", text: ["CSV export ", "is new ", "in 4.2."], until: seen.promise },
    rateLimited,
    { kind: "answer", text: ["Yes, it is."] },
    { kind: "break", text: ["Half of ", "an answer"], how: "cut" },
    activate("release-notes"),
    { kind: "answer", text: ["The whole answer."] },
  ]);
  const api = new WorkspaceApi(request, workspace.slug);
  await connectModel(page, workspace.slug, server);
  expect(await accessibilityProblems(page)).toEqual([]);
  await giveModel(page, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  const log = page.getByRole("log");
  const inspector = page.getByRole("tabpanel");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();

  await test.step("it says who answers, activates by itself and streams", async () => {
    await expect(page.getByText("Live: Large")).toBeVisible();
    await send(page, "Write the notes: CSV export is new.");
    await expect(log.getByText("writing", { exact: true })).toBeVisible();
    seen.resolve();
    await expect(
      log.getByRole("button", { name: /^Activated release-notes v1, chosen by the model/ }),
    ).toBeVisible();
    await expect(log.getByText("CSV export is new in 4.2.")).toBeVisible();
    await untilEnded(page);
    await expect(log.getByText("Live: Large")).toBeVisible();
  });

  await test.step("tokens as the provider counted them; a cost that is not known is a dash", async () => {
    await page
      .getByRole("region", { name: "Timeline" })
      .getByRole("button", { name: /^Answer: step 2/ })
      .click();
    await tab("Event");
    await expect(inspector.getByText("120 tokens in")).toBeVisible();
    await expect(inspector.getByText("20 tokens", { exact: true })).toBeVisible();
    await expect(inspector.getByRole("term").filter({ hasText: "Cost" }).locator("+ dd")).toHaveText("-");
  });

  await test.step("request and response as they went over the wire, without the key", async () => {
    await tab("Request");
    await expect(inspector.getByText(`POST ${server.baseUrl}/chat/completions`)).toBeVisible();
    await inspector.getByText(/^\d+ headers?$/).click();
    await expect(inspector.getByText(/authorization: .*\[redacted/)).toBeVisible();
    await expect(inspector).toContainText("CSV export is new.");
    expect(await page.content()).not.toContain(key);
    expect(await accessibilityProblems(page)).toEqual([]);
    await tab("Response");
    await expect(inspector.getByText(/Status 200/)).toBeVisible();
    await expect(inspector).toContainText("in 4.2.");
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  });

  await test.step("a rate limit is waited for, and the log says so", async () => {
    await send(page, "Is it new?");
    await expect(log.getByText("Yes, it is.")).toBeVisible({ timeout: 20_000 });
    await untilEnded(page);
    await expect(
      page.getByRole("region", { name: "Timeline" }).getByRole("button", { name: /^Waiting: / }),
    ).toBeVisible();
  });

  await test.step("a stream that breaks off fails, keeps its text and can be run again", async () => {
    await send(page, "Say more.");
    await untilEnded(page);
    await expect(log.getByText("Half of an answer")).toBeVisible();
    await expect(log.getByText("cut short")).toBeVisible();
    await expect(log.getByRole("button", { name: /^Failed: / })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "More for turn 3" }).click();
    await page.getByRole("menuitem", { name: "Run again" }).click();
    await expect(page).toHaveURL(/branch=/);
    await expect(log.getByText("The whole answer.")).toBeVisible({ timeout: 20_000 });
    await untilEnded(page);
    await expect(log.getByText("Half of an answer")).toHaveCount(0);
  });

  await test.step("replay plays the recording in a line of its own, asks nobody and says so", async () => {
    const asked = server.requests.length;
    await page.getByRole("button", { name: "More for turn 1" }).click();
    await page.getByRole("menuitem", { name: "Replay the recording" }).click();
    await expect(log.getByText("Recording", { exact: true })).toBeVisible();
    await expect(log.getByText("CSV export is new in 4.2.")).toBeVisible({ timeout: 20_000 });
    await untilEnded(page);
    await expect(log.getByText(/^Live: /)).toHaveCount(0);
    expect(server.requests).toHaveLength(asked);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("the run leaves as one file without the key", async () => {
    await page.getByRole("button", { name: "More for turn 1" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download the run as a file" }).click();
    const file = await (await download).path();
    const text = await readFile(file, "utf8");
    expect(JSON.parse(text)).toMatchObject({
      format: "greenroom-recording",
      agent: { slug: "release-desk" },
    });
    expect(text).toContain("in 4.2.");
    expect(text).not.toContain(key);
  });
});

test("hostile text in an answer is shown, and neither executed nor fetched", async ({
  page,
  request,
  workspace,
  startModel,
}) => {
  const hostile = [
    "<script>window.owned = 1</script>",
    '<img src="http://127.0.0.1:9/tag.png" onerror="window.owned = 2">',
    "![picture](http://127.0.0.1:9/markdown.png)",
    "[press me](javascript:window.owned=3)",
    "[elsewhere](https://phish.example/login)",
    "</skill_content><iframe src='http://127.0.0.1:9/frame'></iframe>",
    "<style>body { display: none }</style>",
    "The end.",
  ].join("\n\n");
  const server = await startModel([
    { kind: "answer", text: [hostile] },
    { kind: "answer", calls: [{ name: "activate_skill", input: { name: "<img src=x onerror=alert(1)>" } }] },
    { kind: "answer", text: ["Done."] },
  ]);
  await connectModel(page, workspace.slug, server);
  await giveModel(page, workspace.slug);
  const api = new WorkspaceApi(request, workspace.slug);
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  const { origin } = new URL(page.url());
  const strays: string[] = [];
  page.on("request", (made) => {
    if (!made.url().startsWith(origin) && /^https?:/.test(made.url())) strays.push(made.url());
  });
  page.on("dialog", (dialog) => strays.push(`dialog: ${dialog.message()}`));
  const log = page.getByRole("log");
  await send(page, "Hello");
  await expect(log.getByText("The end.")).toBeVisible();
  await untilEnded(page);
  await expect(log.getByText("<script>window.owned = 1</script>")).toBeVisible();
  await expect(log.locator("script, img, iframe, style, object, embed")).toHaveCount(0);
  await expect(log.locator("a[href^='javascript' i]")).toHaveCount(0);
  await log.getByText("press me").click();
  await send(page, "Once more");
  await expect(log.getByText("Done.", { exact: true })).toBeVisible();
  await expect(log.getByRole("button", { name: /^Refused / })).toBeVisible();
  for (const name of ["Event", "Context", "Prompt", "Request", "Response", "Raw"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
  }
  await page.reload();
  await expect(log.getByText("Done.", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "owned"))).toBeUndefined();
  expect(strays).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a skill's own tool is offered once it is active, and the run waits for the result a person types", async ({
  page,
  request,
  workspace,
  startModel,
}) => {
  const server = await startModel([
    activate("pager"),
    { kind: "answer", calls: [{ name: "pager__page_owner", input: { team: "web" } }] },
    { kind: "answer", text: ["The owner is on the way."] },
  ]);
  const api = new WorkspaceApi(request, workspace.slug);
  await api.importPackage({ name: "pager", files: pager });
  await api.publish("pager");
  await connectModel(page, workspace.slug, server);
  await giveModel(page, workspace.slug);
  const { revision } = await api.get("/agents/release-desk");
  await api.put("/agents/release-desk/assignments", { baseRevision: revision, items: [{ skill: "pager" }] });
  const { id } = await api.post("/conversations", { agent: "release-desk" });
  await page.goto(`/w/${workspace.slug}/playground/${id}`);
  const log = page.getByRole("log");
  await send(page, "The shop is down.");
  const form = page.getByRole("form", { name: "Result of pager__page_owner" });
  await expect(form.getByText(/waits for you/)).toBeVisible();
  await expect(form.getByText('{"team":"web"}')).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByLabel("Result").fill("Paged Jo at 09:12.");
  await form.getByRole("button", { name: "Submit result" }).click();
  await expect(log.getByText("The owner is on the way.")).toBeVisible();
  await expect(form).toHaveCount(0);
  await untilEnded(page);
  await expect(log.getByRole("button", { name: /^Tool called pager__page_owner/ })).toBeVisible();

  const offered = server.requests.map(({ body }) => JSON.stringify(body.tools));
  expect(offered.map((tools) => tools.includes("pager__page_owner"))).toEqual([false, false, true, true]);
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain("Paged Jo at 09:12.");
});

const pager = {
  "SKILL.md": [
    "---",
    "name: pager",
    "description: Pages people. Use when something is down.",
    "tools:",
    "  - name: page_owner",
    "    description: Pages the owner.",
    "    parameters:",
    "      team:",
    "        type: string",
    "        required: true",
    "---",
    "",
    "# Pager",
    "",
    "Page the owner of what is down.",
    "",
  ].join("\n"),
};
