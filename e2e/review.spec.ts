import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { expect, test, untilEditable } from "./journey";
import { tidePackage } from "./packages";
import { secondPerson } from "./second-person";

const { name: skill } = tidePackage();

/** Version 1, on the label `production`, for one agent that follows it and one that is pinned to it. */
async function publishedForTwoAgents(api: WorkspaceApi): Promise<void> {
  await api.importPackage(tidePackage());
  await api.publish(skill);
  await api.put(`/skills/${skill}/labels/production`, { version: 1, expectedVersion: null });
  for (const [name, follows] of [
    ["Harbour desk", { follows: "label", label: "production" }],
    ["Archive desk", { follows: "version", version: 1 }],
  ] as const) {
    const { slug, revision } = await api.post("/agents", { name });
    await api.put(`/agents/${slug}/assignments`, {
      baseRevision: revision,
      items: [{ skill, ...follows }],
    });
  }
}

/** The version that an agent gets now. */
async function versionOf(api: WorkspaceApi, agent: string): Promise<unknown> {
  const { assignments } = await api.get(`/agents/${agent}`);
  const [assigned]: { resolved: { number: number } }[] = Array.isArray(assignments) ? assignments : [];
  return assigned?.resolved.number;
}

const approvals = (page: Page) => page.getByRole("list", { name: "Approvals" });
const policy = (page: Page) => page.getByRole("list", { name: "Policy" });
const publishButton = (page: Page) => page.getByRole("button", { name: "Publish v2" });

test("a change is written, discussed on a line and on an event, mended, approved twice and published", async ({
  page: author,
  browser,
  request,
  workspace,
}) => {
  test.slow();
  const api = new WorkspaceApi(request, workspace.slug);
  const at = (path: string) => `/w/${workspace.slug}/${path}`;
  await publishedForTwoAgents(api);
  const { page: reviewer, complaints } = await secondPerson(browser, api, {
    name: "Aiko Mori",
    role: "reviewer",
  });

  await test.step("the author edits and asks for review", async () => {
    await author.goto(at(`skills/${skill}/edit`));
    await untilEditable(author);
    await author.getByRole("region", { name: "Editor: SKILL.md" }).getByText("Work through").click();
    await author.keyboard.press("ControlOrMeta+End");
    await author.keyboard.type("\nNever guess a depth.\n");
    await author.keyboard.press("ControlOrMeta+s");
    await expect(author.getByRole("status").getByText(/^Saved/)).toBeVisible();
    await author.getByRole("button", { name: "More", exact: true }).click();
    await author.getByRole("menuitem", { name: "Ask for review" }).click();
    const form = author.getByRole("dialog", { name: `Ask for review of ${skill}` });
    await form.getByRole("textbox", { name: "Title" }).fill("Say what to do without a depth");
    await form.getByRole("checkbox", { name: "Aiko Mori" }).check();
    await form.getByRole("button", { name: "Ask for review" }).click();
    await expect(author).toHaveURL(/\/reviews\/1$/);
    await expect(author.getByRole("heading", { name: "Publish is waiting" })).toBeVisible();
    await expect(publishButton(author)).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("the reviewer finds it, comments on the line and suggests another", async () => {
    await reviewer.goto(at("reviews?filter=asked-of-me"));
    await expect(reviewer.getByRole("link", { name: /^Reviews.*1 asked of you/ })).toBeVisible();
    await reviewer.getByRole("link", { name: "Say what to do without a depth" }).click();
    await expect(reviewer.getByText("Never guess a depth.").first()).toBeVisible();
    await reviewer
      .getByRole("button", { name: /^Comment on line \d+, after/ })
      .last()
      .click();
    await reviewer.getByRole("textbox", { name: /^Comment on line/ }).fill("And then?");
    await reviewer.getByRole("button", { name: "Suggest a change" }).click();
    await reviewer
      .getByRole("textbox", { name: "Suggested text" })
      .fill("Never guess a depth: say which one is missing.");
    await reviewer.keyboard.press("ControlOrMeta+Enter");
    await expect(reviewer.getByRole("region", { name: /^Thread on SKILL.md/ })).toContainText("And then?");
  });

  await test.step("the reviewer rehearses it with an agent and comments on an event", async () => {
    await reviewer.getByRole("button", { name: "Rehearse", exact: true }).click();
    const form = reviewer.getByRole("dialog");
    await form.getByRole("radio", { name: /Harbour desk/ }).check();
    await form.getByRole("button", { name: "Rehearse" }).click();
    await expect(reviewer).toHaveURL(/\/playground\/[0-9a-f-]{36}/);
    await expect(reviewer.getByRole("link", { name: "review 1", exact: true })).toBeVisible();
    await reviewer
      .getByLabel(/^Message/)
      .last()
      .fill(`/${skill} Read ../../depths.csv`);
    await reviewer.keyboard.press("ControlOrMeta+Enter");
    const refused = reviewer.getByRole("log").getByRole("button", { name: /^Refused/ });
    await refused.click();
    await reviewer.keyboard.press("m");
    await reviewer
      .getByRole("textbox", { name: "Comment on this event" })
      .fill("People will ask for the depths. Where do they live?");
    await reviewer.keyboard.press("ControlOrMeta+Enter");
    await expect(reviewer.getByRole("log").getByText("Where do they live?")).toBeVisible();
  });

  await test.step("the reviewer approves these bytes", async () => {
    await reviewer.getByRole("link", { name: "review 1", exact: true }).click();
    await reviewer.getByRole("button", { name: "Approve" }).click();
    const form = reviewer.getByRole("dialog", { name: "Approve this draft" });
    await expect(form.getByText("You opened the rehearsal.")).toBeVisible();
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(approvals(reviewer)).toContainText(/Aiko Mori, you.*Approved \w{7}, opened the rehearsal/);
    await expect(policy(reviewer)).toContainText("2 open");
  });

  await test.step("the author sees both threads without a reload and applies the suggestion with one click", async () => {
    await expect(approvals(author)).toContainText("Aiko Mori");
    await expect(author.getByRole("region", { name: "Thread on a playground event" })).toContainText(
      "Refused",
    );
    const thread = author.getByRole("region", { name: /^Thread on SKILL.md/ });
    await expect(thread).toContainText("Aiko Mori");
    await thread.getByRole("button", { name: "Apply" }).click();
    await expect(author.getByText("Never guess a depth: say which one is missing.").first()).toBeVisible();
    await expect(approvals(author).getByText("Stale")).toBeVisible();
    await expect(approvals(author).locator("s", { hasText: "Aiko Mori approved" })).toBeVisible();
    const stored = await api.get(`/skills/${skill}/draft/file?path=SKILL.md`);
    expect(stored.text).toContain("Never guess a depth: say which one is missing.");
  });

  await test.step("the author answers on the event and resolves it", async () => {
    const thread = author.getByRole("region", { name: "Thread on a playground event" });
    await thread.getByRole("button", { name: "Reply" }).click();
    await thread.getByRole("textbox", { name: "Reply" }).fill("In the port's own list, which is not ours.");
    await author.keyboard.press("ControlOrMeta+Enter");
    await expect(thread).toContainText("which is not ours.");
    await thread.getByRole("button", { name: "Resolve" }).click();
    await expect(policy(author)).toContainText("0 open");
    await expect(publishButton(author)).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("the reviewer sees that the approval is stale: a new one does not count, part of it is theirs now", async () => {
    await expect(approvals(reviewer).getByText("Stale")).toBeVisible();
    await reviewer.getByRole("button", { name: "Approve" }).click();
    const form = reviewer.getByRole("dialog", { name: "Approve this draft" });
    await expect(form.getByText("Nobody has rehearsed this digest yet.")).toBeVisible();
    await expect(form.getByText("Your approval will not count")).toBeVisible();
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(approvals(reviewer)).toContainText("They wrote part of these bytes");
    await expect(publishButton(author)).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("somebody who wrote none of it approves", async () => {
    const { page: other, complaints: others } = await secondPerson(browser, api, {
      name: "Tomás Rey",
      role: "reviewer",
    });
    await other.goto(at("reviews/1"));
    await other.getByRole("button", { name: "Approve" }).click();
    const form = other.getByRole("dialog", { name: "Approve this draft" });
    await expect(form.getByText("Your approval will not count")).toBeHidden();
    await form.getByRole("button", { name: "Approve" }).click();
    await expect(other.getByRole("heading", { name: "Ready to publish" })).toBeVisible();
    await other.context().close();
    expect(others, "what the other reviewer's page complained about").toEqual([]);
  });

  await test.step("the author publishes, and moves production along", async () => {
    await expect(author.getByRole("heading", { name: "Ready to publish" })).toBeVisible();
    await publishButton(author).click();
    const form = author.getByRole("dialog", { name: "Publish version 2" });
    await form.getByRole("textbox", { name: "Note" }).fill("Says what to do without a depth.");
    await form.getByRole("checkbox", { name: /^production/ }).check();
    await expect(form.getByRole("list", { name: "Impact on publish" })).toContainText("v1 to v2");
    await form.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(author.getByRole("dialog", { name: "Version 2 is published" })).toBeVisible();
    await author.getByRole("button", { name: "Done" }).click();
    await expect(author.getByRole("heading", { name: "Published as v2" })).toBeVisible();
    await expect(reviewer.getByRole("heading", { name: "Published as v2" })).toBeVisible();
  });

  expect(await versionOf(api, "harbour-desk")).toBe(2);
  expect(await versionOf(api, "archive-desk")).toBe(1);
  await reviewer.context().close();
  expect(complaints, "what the reviewer's page complained about").toEqual([]);
});
