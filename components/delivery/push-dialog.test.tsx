import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aFailure, aMirror, aPlan, head } from "./fixtures/mirrors";
import { Mirrors } from "./mirrors";

const { id } = aMirror();
const planned = `GET /mirrors/${id}/plan`;
const pushing = `POST /mirrors/${id}/push`;
const newer = "f".repeat(40);

/** The changes of a plan, some of them others. */
function changesOf(changes: Partial<NonNullable<ReturnType<typeof aPlan>["changes"]>>) {
  const plan = aPlan();
  if (!plan.changes) throw new Error("The plan has no changes.");
  return { ...plan.changes, ...changes };
}

/** What is asked before a push. */
async function openPush(answers: Answers, mirror = aMirror()) {
  const all = { "GET /mirrors": { items: [mirror] }, ...answers };
  const page = openPage(<Mirrors agent={null} />, { role: "admin", answers: all });
  await page.user.click(await screen.findByRole("button", { name: /^Review and push/ }));
  const dialog = within(await screen.findByRole("dialog", { name: `Push to ${mirror.branch}` }));
  const button = () => dialog.getByRole("button", { name: /^(Push now|Replace and push)$/ });
  return { ...page, dialog, button };
}

describe("what would be pushed", () => {
  it("is waited for, and nothing is pushed before it is seen", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { user, dialog, button, sent } = await openPush({ [planned]: () => promise });
    expect(dialog.getByText("Asking the repository what it has…")).toBeVisible();
    expect(button()).toHaveAccessibleDescription(/It is being asked\./);
    await user.click(button());
    expect(sent).toEqual([]);
    resolve(aPlan());
    expect(await dialog.findByText("Publish notes, version 1")).toBeVisible();
    expect(dialog.queryByText("Asking the repository what it has…")).toBeNull();
    expect(button()).not.toHaveAttribute("aria-disabled");
  });

  it("may not be known, in words, and then nothing is pushed", async () => {
    const words = "The address “CI” is revoked or has expired, so its mirror gets nothing more.";
    const { dialog, button } = await openPush({ [planned]: refusal(409, "CONFLICT", words) });
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("What would be pushed could not be worked out");
    expect(alert).toHaveTextContent(words);
    expect(button()).toHaveAccessibleDescription(/It is not known what would be pushed\./);
  });

  it("is named file by file, with how many more there are", async () => {
    const files = {
      added: { total: 1, items: ["skills/notes/SKILL.md"] },
      changed: { total: 3, items: ["plugin.json", "README.md"] },
      removed: { total: 0, items: [] },
    };
    const plan = aPlan({ state: "forward", remote: head, changes: changesOf({ files }) });
    const { dialog } = await openPush({ [planned]: plan });
    expect(await dialog.findByRole("heading", { name: "Files that change" })).toBeVisible();
    expect(dialog.getByRole("list", { name: "1 file added" })).toHaveTextContent("skills/notes/SKILL.md");
    const changed = within(dialog.getByRole("list", { name: "3 files changed" }));
    expect(changed.getAllByRole("listitem")).toHaveLength(3);
    expect(changed.getByText("and 1 more file")).toBeVisible();
    expect(dialog.queryByRole("list", { name: /removed/ })).toBeNull();
  });

  it("is shown whole, however long it is, with marks for what nobody would see", async () => {
    const path = `skills/${"deep/".repeat(60)}SKILL.md`;
    const commit = { id: head, author: "I\u200bnes", at: "2026-11-22T16:00:00.000Z" };
    const changes = changesOf({
      commits: { total: 1, items: [{ ...commit, subject: `Publish ${"long ".repeat(80)}\u202edne` }] },
      files: {
        ...changesOf({}).files,
        added: { total: 1, items: [path] },
      },
    });
    const { dialog } = await openPush({ [planned]: aPlan({ changes }) });
    expect((await dialog.findByText(path)).className).toContain("overflow-wrap");
    const marks = dialog.getAllByRole("img", { name: /^hidden: / });
    expect(marks.map((mark) => mark.getAttribute("aria-label"))).toEqual([
      "hidden: right-to-left override, U+202E",
      "hidden: zero-width space, U+200B",
    ]);
  });

  it.each([
    [
      { withheld: 1, hasOwnIds: false },
      /^1 commit left out: versions in it were withdrawn or deleted since\.$/,
    ],
    [{ withheld: 0, hasOwnIds: true }, /^The commits have other ids here than at the git address/],
  ])("says what is not the same as at the git address: %j", async (changes, words) => {
    const { dialog } = await openPush({ [planned]: aPlan({ changes: changesOf(changes) }) });
    expect(await dialog.findByText(words)).toBeVisible();
  });
});

describe("a push", () => {
  it("is sent once, however often somebody presses", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { user, dialog, button, sent } = await openPush({ [planned]: aPlan(), [pushing]: () => promise });
    await dialog.findByText("Publish notes, version 1");
    await user.dblClick(button());
    expect(button()).toHaveAttribute("aria-busy", "true");
    resolve(aMirror({ pushed: { commit: head, at: new Date().toISOString() } }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([{ call: pushing, query: {}, body: { losing: null } }]);
  });

  it("that somebody else was faster with says so, and can be tried again", async () => {
    const words = "It is being pushed at this moment. Look again when that has ended.";
    const { user, dialog, button, sent, serve } = await openPush({
      [planned]: aPlan(),
      [pushing]: refusal(409, "CONFLICT", words),
    });
    await dialog.findByText("Publish notes, version 1");
    await user.click(button());
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Nothing was pushed");
    expect(alert).toHaveTextContent(words);
    serve({ [pushing]: aMirror() });
    await user.click(button());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it("that fails says why, and looks at the repository again", async () => {
    const failure = { ...aFailure, message: "The branch main changed while it was pushed to." };
    const { user, dialog, button, read, serve } = await openPush({
      [planned]: aPlan(),
      [pushing]: aMirror({ failure }),
    });
    await dialog.findByText("Publish notes, version 1");
    serve({ [planned]: aPlan({ state: "diverged", remote: newer }) });
    await user.click(button());
    expect(await dialog.findByText("The branch main changed while it was pushed to.")).toBeVisible();
    expect(await dialog.findByText("main has something else")).toBeVisible();
    expect(read.filter(({ call }) => call === planned)).toHaveLength(2);
    expect(button()).toHaveAccessibleDescription(/Say first that the branch is to be replaced\./);
  });

  it("overwrites no other commit than the one that somebody gave up", async () => {
    const failure = { ...aFailure, message: "The branch main has commits that did not come from here." };
    const { user, dialog, button, sent, serve } = await openPush({
      [planned]: aPlan({ state: "diverged", remote: head }),
      [pushing]: aMirror({ failure }),
    });
    await user.click(await dialog.findByRole("checkbox", { name: /Commit 0123456789ab and all/ }));
    serve({ [planned]: aPlan({ state: "diverged", remote: newer }) });
    await user.click(button());
    const again = await dialog.findByRole("checkbox", { name: /Commit ffffffffffff and all/ });
    expect(again).not.toBeChecked();
    expect(button()).toHaveAttribute("aria-disabled", "true");
    await user.click(button());
    expect(sent).toHaveLength(1);
    await user.click(again);
    await user.click(button());
    await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ losing: head }, { losing: newer }]);
  });

  it("is left with Cancel, and the repository is asked anew the next time", async () => {
    const { user, dialog, read, sent } = await openPush({ [planned]: aPlan() });
    await dialog.findByText("Publish notes, version 1");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Review and push/ }));
    await screen.findByText("Publish notes, version 1");
    await expect.poll(() => read.filter(({ call }) => call === planned).length).toBe(2);
    expect(sent).toEqual([]);
  });
});

describe("a host over ssh that nobody has accepted", () => {
  const offeredHostKey = `SHA256:${"B".repeat(43)}`;
  const failure = {
    kind: "host-key" as const,
    message: `It shows the key ${offeredHostKey}.`,
    remoteSaid: null,
  };
  const failed = aPlan({ state: "failed", changes: null, failure, offeredHostKey });
  const accepting = `PATCH /mirrors/${id}`;

  it("is shown with its key, and asked again once that very key is accepted", async () => {
    const plans = [failed, aPlan()];
    const { user, dialog, button, sent } = await openPush({
      [planned]: () => plans.shift(),
      [accepting]: aMirror(),
    });
    expect(await dialog.findByText(failure.message)).toBeVisible();
    expect(button()).toHaveAttribute("aria-disabled", "true");
    await user.click(dialog.getByRole("button", { name: "Accept this key and look again" }));
    expect(await dialog.findByText("Publish notes, version 1")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ hostKey: offeredHostKey }]);
    expect(dialog.queryByRole("button", { name: /^Accept/ })).toBeNull();
    expect(button()).not.toHaveAttribute("aria-disabled");
  });

  it("stays as it is where that fails, in words", async () => {
    const words = "It is being pushed at this moment.";
    const { user, dialog } = await openPush({
      [planned]: failed,
      [accepting]: refusal(409, "CONFLICT", words),
    });
    await user.click(await dialog.findByRole("button", { name: "Accept this key and look again" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(words);
  });
});
