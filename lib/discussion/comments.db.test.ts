import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listNotifications } from "@/lib/notifications/queries";
import { closeReview } from "@/lib/reviews/commands/close-review";
import { begun } from "@/lib/testing/begun";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/reviews/team";
import { aReview, body, commentOf, inboxOf, onLines, onlyThread } from "@/lib/testing/reviews/threads";
import { addComment } from "./commands/add-comment";
import { createThread } from "./commands/create-thread";
import { deleteComment } from "./commands/delete-comment";
import { editComment } from "./commands/edit-comment";
import { resolveThread } from "./commands/resolve-thread";
import { listThreads } from "./list-threads";
import { lockReview } from "./lock-review";

const { db } = testDatabase();

describe("comments", () => {
  it("tell who began the thread, who takes part in it and who asked for the review, and nobody twice", async () => {
    const { author, reviewer, admin, owner, number } = await aReview(db);
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
    const { author, reviewer, admin, number } = await aReview(db);
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
    const { author, reviewer, admin, number } = await aReview(db);
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
    expect((await onlyThread(author, number)).comments).toMatchObject([{ body: "Yes" }]);
    await deleteComment(author, { comment: commentOf(await onlyThread(author, number)).id });
    expect((await listThreads(author, { review: number })).items).toEqual([]);
    await expect(addComment(author, { thread: thread.id, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("say in an inbox what they say now, and nothing when they are gone", async () => {
    const { author, reviewer, number } = await aReview(db);
    const { id: thread } = await onLines(reviewer, number, [1, 1]);
    const { id: comment } = commentOf(await addComment(reviewer, { thread, body: "hunter2" }));
    const told = async () =>
      (await listNotifications(author, {})).items.flatMap(({ notice }) =>
        notice.kind === "commented" ? [notice.data.excerpt] : [],
      );
    expect(await told()).toEqual(["hunter2", body]);
    await editComment(reviewer, { comment, body: "The old one" });
    expect(await told()).toEqual(["The old one", body]);
    await deleteComment(reviewer, { comment });
    expect(await told()).toEqual([body]);
  });

  it("hold no thread while somebody resolves it: whoever locks a review as well locks it first", async () => {
    const { author, reviewer, number } = await aReview(db);
    const thread = await onLines(reviewer, number, [1, 1]);
    const { id: reviewId } = await db.review.findFirstOrThrow({
      where: { number, workspaceId: author.workspace.id },
    });
    const resolving = await begun(db, (tx) => lockReview({ ...author, db: tx }, reviewId));
    const answering = addComment(author, { thread: thread.id, body: "Right." });
    await resolving.end(
      (tx) => tx.$executeRaw`SELECT 1 FROM "Thread" WHERE id = ${thread.id}::uuid FOR NO KEY UPDATE NOWAIT`,
    );
    expect((await answering).comments).toHaveLength(2);
  });

  it("are written by authors and co-maintainers, read by everybody here and nobody else", async () => {
    const { owner, reviewer, skillId, number } = await aReview(db);
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
        skillId,
        workspaceId: owner.workspace.id,
        userId: viewer.actor.userId,
        addedById: owner.actor.userId,
      },
    });
    expect((await addComment(viewer, answer)).comments).toHaveLength(2);
  });

  it("and threads are as many as somebody can read, because they are read together", async () => {
    const { author, number } = await aReview(db);
    const thread = await createThread(author, { review: number, anchor: { kind: "general" }, body });
    const { reviewId, skillId } = await db.thread.findUniqueOrThrow({ where: { id: thread.id } });
    const [workspaceId, authorId] = [author.workspace.id, author.actor.userId];
    const of = { threadId: thread.id, workspaceId, authorId, body };
    await db.comment.createMany({ data: Array.from({ length: 499 }, () => of) });
    await expect(addComment(author, { thread: thread.id, body })).rejects.toMatchObject({
      message: "A thread has at most 500 comments. Begin another one.",
    });
    const like = { workspaceId, reviewId, skillId, anchor: "general" as const, createdById: authorId };
    await db.thread.createMany({ data: Array.from({ length: 999 }, () => like) });
    await expect(
      createThread(author, { review: number, anchor: { kind: "general" }, body }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });

  it("go on when the review has ended; new threads do not", async () => {
    const { author, reviewer, number } = await aReview(db);
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
    const { author, reviewer, number } = await aReview(db);
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
