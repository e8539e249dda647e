import { describe, expect, it } from "vitest";
import { listNotifications } from "@/lib/notifications/queries";
import { createConversation, deleteConversation, updateConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { digestNow, reviewed } from "@/lib/testing/reviews/team";
import { aReview, body, inboxOf, onlyThread } from "@/lib/testing/reviews/threads";
import { anAgentWith, rehearse } from "@/lib/testing/sessions/rehearsals";
import { addComment } from "./commands/add-comment";
import { createThread } from "./commands/create-thread";
import { listThreads } from "./list-threads";

const { db } = testDatabase();

describe("a thread on a playground event", () => {
  async function aRehearsal() {
    const review = await aReview(db);
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
    expect((await onlyThread(author, number)).place).toMatchObject({
      conversation: null,
      type: "skill-activated",
      words: `Activated: ${reviewed} v1`,
    });
  });

  it("tells nothing of a conversation that has become private but to its owner", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    await createThread(reviewer, { review: number, anchor, body });
    await updateConversation(author, { conversation, shared: false });
    expect((await onlyThread(reviewer, number)).place).toMatchObject({
      conversation: null,
      words: "In a private rehearsal",
    });
    expect((await onlyThread(author, number)).place).toMatchObject({ conversation: { id: conversation } });
    await expect(listThreads(reviewer, { conversation })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("tells nothing of a conversation that was private when it was deleted", async () => {
    const { author, reviewer, number, conversation, anchor } = await aRehearsal();
    await createThread(reviewer, { review: number, anchor, body });
    await updateConversation(author, { conversation, shared: false });
    await deleteConversation(author, conversation);
    expect((await onlyThread(reviewer, number)).place).toMatchObject({
      conversation: null,
      words: "In a private rehearsal",
    });
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

  it("of a conversation that has become private is told to nobody else, mentioned or not", async () => {
    const { author, reviewer, admin, conversation, anchor } = await aRehearsal();
    const { id: thread } = await createThread(reviewer, { anchor, body });
    await updateConversation(author, { conversation, shared: false });
    await addComment(author, { thread, body: `Secret plans, @[Ines](${admin.actor.userId}).` });
    expect(await inboxOf(admin)).toEqual([]);
    expect(await inboxOf(reviewer)).toEqual([]);
  });

  it("shows in an inbox no title and no word of a conversation that has become private, or is gone", async () => {
    const { author, reviewer, admin, number, conversation, anchor } = await aRehearsal();
    const mention = `@[Ines](${admin.actor.userId}) look`;
    await createThread(reviewer, { anchor, body: mention });
    await createThread(reviewer, { review: number, anchor, body: mention });
    const told = async () =>
      (await listNotifications(admin, {})).items.flatMap(({ notice }) =>
        notice.kind === "mentioned" ? [notice.data] : [],
      );
    expect(await told()).toMatchObject([
      { conversation: { title: "Try it" }, excerpt: "@Ines look", review: { number } },
      { conversation: { title: "Try it" }, excerpt: "@Ines look", review: null },
    ]);
    const hidden = [
      { conversation: null, excerpt: "@Ines look", review: { number } },
      { conversation: null, excerpt: "", review: null },
    ];
    await updateConversation(author, { conversation, shared: false });
    expect(await told()).toMatchObject(hidden);
    await deleteConversation(author, conversation);
    expect(await told()).toMatchObject(hidden);
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
