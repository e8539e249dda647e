import { beforeAll, describe, expect, it } from "vitest";
import { connectModules } from "@/lib/api/connect-modules";
import type { Context } from "@/lib/auth/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft, getDraftFile } from "@/lib/library/get-draft";
import { getVersion } from "@/lib/library/get-version";
import { closeReview } from "@/lib/reviews/commands/close-review";
import { getReview } from "@/lib/reviews/get-review";
import { createConversation, deleteConversation, updateConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, rehearse } from "@/lib/testing/rehearsals";
import {
  aMachine,
  approve,
  askForReview,
  aTeam,
  digestNow,
  publish,
  reviewed,
  save,
} from "@/lib/testing/reviews";
import { addComment } from "./commands/add-comment";
import { applySuggestion } from "./commands/apply-suggestion";
import { createThread } from "./commands/create-thread";
import { deleteComment } from "./commands/delete-comment";
import { editComment } from "./commands/edit-comment";
import { resolveThread } from "./commands/resolve-thread";
import { listThreads } from "./list-threads";
import type { CreateThread, Thread } from "./schema";

const { db } = testDatabase();
beforeAll(connectModules);

const body = "Say which one.";

async function aReview() {
  const team = await aTeam(db);
  const { number } = await askForReview(team.author);
  return { ...team, number };
}

async function onLines(
  context: Context,
  number: number,
  [startLine, endLine]: [number, number],
  more: Partial<CreateThread> & { path?: string } = {},
): Promise<Thread> {
  const { path = "notes.md", ...rest } = more;
  const anchor = {
    kind: "file",
    digest: await digestNow(context),
    side: "new",
    path,
    startLine,
    endLine,
  } as const;
  return createThread(context, { review: number, anchor, body, ...rest });
}

const only = async (context: Context, review: number): Promise<Thread> => {
  const { items } = await listThreads(context, { review });
  const [thread, second] = items;
  if (!thread || second) throw new Error(`${items.length} threads.`);
  return thread;
};
const inboxOf = async ({ actor }: Context) =>
  (await db.notification.findMany({ where: { userId: actor.userId }, orderBy: { id: "asc" } })).map(
    ({ kind }) => kind,
  );
const revisionNow = async (context: Context) => (await getDraft(context, { skill: reviewed })).revision;
const commentOf = (thread: Thread) => {
  const comment = thread.comments.at(-1);
  if (!comment) throw new Error("No comment.");
  return comment;
};

describe("a thread on lines", () => {
  it("keeps the lines and what stands around them", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [2, 3]);
    expect(thread).toMatchObject({
      review: { number, skill: reviewed },
      place: {
        ...{ kind: "file", side: "new", path: "notes.md", startLine: 2, endLine: 3, revision: 2 },
        quote: "two\nthree",
        hunk: { from: 1, lines: ["one", "two", "three"] },
        now: { path: "notes.md", startLine: 2, endLine: 3, moved: false },
      },
      createdBy: { name: "Rex" },
      comments: [{ body, author: { name: "Rex" }, suggestion: null, editedAt: null }],
    });
    expect(await only(author, number)).toEqual(thread);
  });

  it("moves with its text, into a moved file too, and is outdated with its old text when that is edited", async () => {
    const { author, reviewer, number } = await aReview();
    await onLines(reviewer, number, [2, 2]);
    await save(author, "notes.md", "zero\none\ntwo\nthree\n");
    expect((await only(author, number)).place).toMatchObject({
      now: { startLine: 3, endLine: 3, moved: true },
    });
    const move = async (from: string, to: string) =>
      changeDraft(author, {
        skill: reviewed,
        baseRevision: await revisionNow(author),
        changes: [{ op: "move", from, to }],
      });
    await move("notes.md", "docs/notes.md");
    expect((await only(author, number)).place).toMatchObject({
      now: { path: "docs/notes.md", startLine: 3 },
    });
    await save(author, "docs/notes.md", "one\nTWO\nthree\n");
    expect((await only(author, number)).place).toMatchObject({
      now: null,
      quote: "two",
      hunk: { from: 1, lines: ["one", "two", "three"] },
    });
    await save(author, "docs/notes.md", "one\r\ntwo\r\nthree\r\n");
    expect((await only(author, number)).place).toMatchObject({ now: { startLine: 2 } });
  });

  it("on the old side stays with the version that the review started from", async () => {
    const { author, reviewer, number } = await aReview();
    const { digest } = await getVersion(author, { skill: reviewed, number: 1 });
    const anchor = { kind: "file", digest, side: "old", path: "run.sh", startLine: 1, endLine: 1 } as const;
    await createThread(reviewer, { review: number, anchor, body });
    await save(author, "run.sh", "echo other\n");
    expect((await only(author, number)).place).toMatchObject({
      side: "old",
      revision: null,
      now: { startLine: 1, moved: false },
    });
  });

  it("of a published review stays with what was published", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [2, 2]);
    await resolveThread(author, { thread: thread.id, resolved: true });
    await approve(reviewer, number);
    await publish(reviewer);
    await save(author, "notes.md", "gone\n");
    expect((await only(author, number)).place).toMatchObject({ now: { startLine: 2 } });
  });

  it("about a draft that has changed is refused, and so are lines that are not there", async () => {
    const { author, reviewer, number } = await aReview();
    const digest = await digestNow(author);
    await save(author, "notes.md", "new\n");
    const newer = await digestNow(author);
    const anchor = { kind: "file", digest, side: "new", path: "notes.md", startLine: 1, endLine: 1 } as const;
    await expect(createThread(reviewer, { review: number, anchor, body })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The draft has changed; look again.",
      details: { reason: "draft-changed", digest: newer },
    });
    await expect(onLines(reviewer, number, [1, 2])).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(onLines(reviewer, number, [1, 1], { path: "gone.md" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await changeDraft(author, {
      skill: reviewed,
      baseRevision: await revisionNow(author),
      changes: [{ op: "write", path: "logo.png", base64: "AAEC" }],
    });
    await expect(onLines(reviewer, number, [1, 1], { path: "logo.png" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await expect(onLines(reviewer, number, [2, 1])).rejects.toThrow();
    expect((await listThreads(author, { review: number })).items).toEqual([]);
  });

  it("keeps the bytes it was about, so that it still finds its twin from its own", async () => {
    const { author, reviewer, number } = await aReview();
    await save(author, "notes.md", "- a\nsame\n- b\nsame\n- c\n");
    await onLines(reviewer, number, [4, 4]);
    await save(author, "notes.md", "new\n- a\nsame\n- b\nsame\n- c\n");
    expect((await only(author, number)).place).toMatchObject({ now: { startLine: 5 } });
    await save(author, "notes.md", "- a\nsame\n- b\n- c\n");
    expect((await only(author, number)).place).toMatchObject({ now: null });
  });
});

describe("comments", () => {
  it("tell who began the thread, who takes part in it and who asked for the review, and nobody twice", async () => {
    const { author, reviewer, admin, owner, number } = await aReview();
    const { id: thread } = await onLines(reviewer, number, [1, 1]);
    await addComment(admin, {
      thread,
      body: `@[Omar](${owner.actor.userId}) and @[Rex](${reviewer.actor.userId})?`,
    });
    await addComment(author, { thread, body: "Done." });
    expect(await inboxOf(author)).toEqual(["commented", "commented"]);
    expect(await inboxOf(reviewer)).toEqual(["mentioned", "commented"]);
    expect(await inboxOf(admin)).toEqual(["commented"]);
    expect(await inboxOf(owner)).toEqual(["mentioned"]);
  });

  it("mention members alone; strangers and machines are text", async () => {
    const { author, reviewer, admin, number } = await aReview();
    const [stranger, machine] = [await aContext(db), await aMachine(author)];
    const mention = ({ actor }: Context) => `@[x](${actor.userId})`;
    const { comments } = await createThread(reviewer, {
      review: number,
      anchor: { kind: "general" },
      body: [stranger, machine, admin, admin].map(mention).join(" "),
    });
    expect(comments[0]?.mentions).toEqual([{ id: admin.actor.userId, name: "Ines" }]);
    expect([...(await inboxOf(stranger)), ...(await inboxOf(machine))]).toEqual([]);
    expect(await inboxOf(admin)).toEqual(["mentioned"]);
  });

  it("are edited and deleted by whoever wrote them; a mention tells once, a thread goes with its last comment", async () => {
    const { author, reviewer, admin, number } = await aReview();
    const thread = await onLines(reviewer, number, [1, 1]);
    const { id: comment } = commentOf(thread);
    const mention = `@[Ines](${admin.actor.userId})`;
    await editComment(reviewer, { comment, body: `${mention}?` });
    expect(await editComment(reviewer, { comment, body: `${mention}!` })).toMatchObject({
      comments: [{ body: `${mention}!`, editedAt: expect.any(String), mentions: [{ name: "Ines" }] }],
    });
    expect(await inboxOf(admin)).toEqual(["mentioned"]);
    for (const other of [author, admin]) {
      await expect(editComment(other, { comment, body: "Mine" })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
      await expect(deleteComment(other, { comment })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await addComment(author, { thread: thread.id, body: "Yes" });
    await deleteComment(reviewer, { comment });
    expect((await only(author, number)).comments).toMatchObject([{ body: "Yes" }]);
    await deleteComment(author, { comment: commentOf(await only(author, number)).id });
    expect((await listThreads(author, { review: number })).items).toEqual([]);
    await expect(addComment(author, { thread: thread.id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("are written by authors and co-maintainers, read by everybody here and nobody else", async () => {
    const { owner, reviewer, skillId, number } = await aReview();
    const thread = await onLines(reviewer, number, [1, 1]);
    const viewer = await aColleague(owner, "viewer");
    const answer = { thread: thread.id, body };
    expect((await listThreads(viewer, { review: number })).items).toHaveLength(1);
    await expect(addComment(viewer, answer)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(resolveThread(viewer, { thread: thread.id, resolved: true })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(onLines(viewer, number, [1, 1])).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aContext(db);
    await expect(listThreads(stranger, { review: number })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(addComment(stranger, answer)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(editComment(stranger, { comment: commentOf(thread).id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await db.skillMaintainer.create({
      data: {
        ...{ skillId, workspaceId: owner.workspace.id },
        ...{ userId: viewer.actor.userId, addedById: owner.actor.userId },
      },
    });
    expect((await addComment(viewer, answer)).comments).toHaveLength(2);
  });

  it("go on when the review has ended; new threads do not", async () => {
    const { author, reviewer, number } = await aReview();
    const { id: thread } = await onLines(reviewer, number, [1, 1]);
    await closeReview(author, { number });
    expect((await addComment(author, { thread, body: "Later" })).comments).toHaveLength(2);
    expect(await resolveThread(author, { thread, resolved: true })).toMatchObject({
      resolved: { by: { name: "Ada" } },
    });
    await expect(onLines(reviewer, number, [1, 1])).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "review-ended" },
    });
  });

  it("leave a line in the audit each, without their words", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [1, 1]);
    await addComment(author, { thread: thread.id, body: "A secret answer" });
    await editComment(reviewer, { comment: commentOf(thread).id, body: "Changed" });
    await resolveThread(author, { thread: thread.id, resolved: true });
    await resolveThread(author, { thread: thread.id, resolved: true });
    await resolveThread(reviewer, { thread: thread.id, resolved: false });
    await deleteComment(reviewer, { comment: commentOf(thread).id });
    const rows = await db.audit.findMany({
      where: { workspaceId: author.workspace.id, objectType: "thread" },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "thread.created",
      "comment.added",
      "comment.edited",
      "thread.resolved",
      "thread.reopened",
      "comment.deleted",
    ]);
    const told = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? value.toString() : value));
    expect(told).not.toContain("secret answer");
  });
});

describe("a suggestion", () => {
  it("is put in the place of its lines with one save, and resolves its thread", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [2, 3], { suggestion: "2\n3" });
    await save(author, "notes.md", "zero\none\ntwo\nthree\n");
    const comment = commentOf(thread).id;
    const applied = await applySuggestion(author, { comment, baseRevision: await revisionNow(author) });
    expect(applied).toMatchObject({
      resolved: { by: { name: "Ada" } },
      place: { now: null },
      comments: [
        { suggestion: { applied: { by: { name: "Ada" }, revision: 4 }, blocked: "It has been applied." } },
      ],
    });
    expect(await getDraftFile(author, { skill: reviewed, path: "notes.md" })).toMatchObject({
      text: "zero\none\n2\n3\n",
    });
    await expect(applySuggestion(author, { comment, baseRevision: 4 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Ada has applied this already.",
      details: { reason: "applied-already" },
    });
    expect(
      await db.audit.count({ where: { workspaceId: author.workspace.id, action: "suggestion.applied" } }),
    ).toBe(1);
  });

  it("makes an approval stale like every other change", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [1, 1], { suggestion: "1" });
    await approve(reviewer, number);
    await applySuggestion(author, { comment: commentOf(thread).id, baseRevision: 2 });
    expect((await getReview(author, { number })).standing).toBe("stale");
  });

  it("is blocked when its lines have changed, and when the review has ended", async () => {
    const { author, reviewer, number } = await aReview();
    const thread = await onLines(reviewer, number, [2, 2], { suggestion: "2" });
    const comment = commentOf(thread).id;
    await save(author, "notes.md", "one\nTWO\nthree\n");
    expect(commentOf(await only(author, number)).suggestion?.blocked).toMatch(/have changed/);
    await expect(applySuggestion(author, { comment, baseRevision: 3 })).rejects.toMatchObject({
      details: { reason: "outdated" },
    });
    await save(author, "notes.md", "one\ntwo\nthree\n");
    await expect(applySuggestion(author, { comment, baseRevision: 2 })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "draft-changed", revision: 4 },
    });
    await closeReview(author, { number });
    expect(commentOf(await only(author, number)).suggestion?.blocked).toMatch(/ended/);
    await expect(applySuggestion(author, { comment, baseRevision: 4 })).rejects.toMatchObject({
      details: { reason: "review-ended" },
    });
    expect(await revisionNow(author)).toBe(4);
  });

  it("is for lines of the draft, and is applied by who may edit", async () => {
    const { owner, author, reviewer, number } = await aReview();
    const general = { review: number, anchor: { kind: "general" }, body, suggestion: "x" } as const;
    await expect(createThread(reviewer, general)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    const thread = await onLines(reviewer, number, [1, 1], { suggestion: "one" });
    const comment = commentOf(thread).id;
    const viewer = await aColleague(owner, "viewer");
    await expect(applySuggestion(viewer, { comment, baseRevision: 2 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(applySuggestion(await aContext(db), { comment, baseRevision: 2 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(applySuggestion(author, { comment, baseRevision: 2 })).rejects.toMatchObject({
      details: { reason: "unchanged" },
    });
    const plain = await addComment(author, { thread: thread.id, body: "No." });
    await expect(
      applySuggestion(author, { comment: commentOf(plain).id, baseRevision: 2 }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });
});

describe("a thread on a playground event", () => {
  async function aRehearsal() {
    const review = await aReview();
    const agent = await anAgentWith(review.owner, [reviewed]);
    const { id: conversation } = await createConversation(review.author, { agent, title: "Try it" });
    const { events } = await rehearse(review.author, conversation, `/${reviewed} now`);
    const activated = events.find(({ type }) => type === "skill-activated");
    if (!activated) throw new Error("Nothing was activated.");
    return { ...review, conversation, anchor: { kind: "event", conversation, seq: activated.seq } as const };
  }

  it("appears in the review and in the conversation, and survives the conversation in words", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    const thread = await createThread(reviewer, { review: number, anchor, body });
    expect(thread.place).toEqual({
      kind: "event",
      conversation: { id: conversation, title: "Try it", seq: anchor.seq, turn: 1 },
      type: "skill-activated",
      words: `Activated: ${reviewed} v1`,
    });
    expect((await listThreads(author, { conversation })).items).toEqual([thread]);
    expect((await listThreads(author, { review: number })).items).toEqual([thread]);
    await deleteConversation(author, conversation);
    expect((await only(author, number)).place).toMatchObject({
      conversation: null,
      type: "skill-activated",
      words: `Activated: ${reviewed} v1`,
    });
  });

  it("tells nothing of a conversation that has become private but to its owner", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    await createThread(reviewer, { review: number, anchor, body });
    await updateConversation(author, { conversation, shared: false });
    expect((await only(reviewer, number)).place).toMatchObject({
      conversation: null,
      words: "In a private rehearsal",
    });
    expect((await only(author, number)).place).toMatchObject({ conversation: { id: conversation } });
    await expect(listThreads(reviewer, { conversation })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("needs a shared conversation, and an event that is there", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    await updateConversation(author, { conversation, shared: false });
    await expect(createThread(author, { review: number, anchor, body })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringMatching(/^Share the conversation first/),
    });
    await expect(createThread(reviewer, { review: number, anchor, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await updateConversation(author, { conversation, shared: true });
    const late = { ...anchor, seq: 9_999 };
    await expect(createThread(reviewer, { anchor: late, body })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(createThread(await aContext(db), { anchor, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("outside a review goes with its conversation, and tells who began that", async () => {
    const { author, reviewer, conversation, anchor } = await aRehearsal();
    const thread = await createThread(reviewer, { anchor, body });
    expect(thread.review).toBeNull();
    expect(await inboxOf(author)).toEqual(["commented"]);
    await expect(addComment(await aContext(db), { thread: thread.id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await deleteConversation(author, conversation);
    expect(await db.thread.count({ where: { id: thread.id } })).toBe(0);
  });

  it("of a rehearsal for a review belongs to that review without being told so", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    const { id: reviewId, workspaceId } = await db.review.findFirstOrThrow({
      where: { workspaceId: author.workspace.id, number },
    });
    const digest = await digestNow(author);
    await db.reviewRehearsal.create({
      data: { reviewId, workspaceId, digest, conversationId: conversation, startedById: author.actor.userId },
    });
    expect(await createThread(reviewer, { anchor, body })).toMatchObject({ review: { number } });
  });
});
