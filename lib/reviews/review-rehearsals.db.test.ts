import { describe, expect, it } from "vitest";
import { getVersion } from "@/lib/library/versions/get-version";
import { updateConversation } from "@/lib/sessions/commands";
import { getConversation } from "@/lib/sessions/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { changeReview } from "./commands/change-review";
import { noteOpening } from "./commands/note-opening";
import { startReviewRehearsal } from "./commands/start-review-rehearsal";
import { getReview } from "./get-review";

const { db } = testDatabase();

describe("rehearsing the draft under review", () => {
  it("opens a shared conversation in which the agent has the draft", async () => {
    const { owner, author, reviewer } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const { number } = await askForReview(author);
    const { conversationId } = await startReviewRehearsal(reviewer, { number, agent });
    expect(await getConversation(author, conversationId)).toMatchObject({
      shared: true,
      title: "Review 1: Deploys say what they do",
      overlay: [{ name: reviewed, follows: "draft" }],
    });
    expect((await getReview(author, { number })).rehearsals).toMatchObject([
      { conversationId, stale: false, startedBy: { name: "Rex" }, agent: { slug: agent }, openedBy: [] },
    ]);
    await save(author, "notes.md", "x\n");
    expect((await getReview(author, { number })).rehearsals).toMatchObject([{ stale: true }]);
    await expect(startReviewRehearsal(reviewer, { number, agent: "missing" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is named after the review, whatever the title is cut in", async () => {
    const { owner, author } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const { number } = await askForReview(author);
    await changeReview(author, { number, title: `${"x".repeat(109)}😀😀` });
    const { conversationId } = await startReviewRehearsal(author, { number, agent });
    expect((await getConversation(author, conversationId)).title).toBe(`Review 1: ${"x".repeat(109)}`);
  });

  it("has an end: they are read with the review", async () => {
    const { owner, author } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const { number } = await askForReview(author);
    const { conversationId } = await startReviewRehearsal(author, { number, agent });
    const first = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } });
    const { workspaceId, createdById } = first;
    const { id: agentId } = await db.agent.findFirstOrThrow({ where: { workspaceId } });
    const others = await db.conversation.createManyAndReturn({
      data: Array.from({ length: 199 }, () => ({
        agentId,
        workspaceId,
        createdById,
        title: "",
        overlay: [],
      })),
    });
    const rehearsal = await db.reviewRehearsal.findFirstOrThrow({ where: { conversationId } });
    await db.reviewRehearsal.createMany({
      data: others.map(({ id }) => ({ ...rehearsal, conversationId: id })),
    });
    await expect(startReviewRehearsal(author, { number, agent })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    expect(await db.conversation.count({ where: { workspaceId } })).toBe(200);
  });

  it("is part of the approval of whoever opened it while the draft was the same", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const { number } = await askForReview(author);
    const { conversationId: conversation } = await startReviewRehearsal(reviewer, { number, agent });
    await noteOpening(admin, { number, conversation });
    await save(author, "notes.md", "x\n");
    await noteOpening(reviewer, { number, conversation });
    await noteOpening(reviewer, { number, conversation });
    await approve(admin, number);
    await approve(reviewer, number);
    const opening = { conversationId: conversation, agent: "On-call assistant" };
    expect((await getReview(author, { number })).verdicts).toMatchObject([
      { by: { name: "Rex" }, opened: [opening] },
      { by: { name: "Ines" }, opened: [] },
    ]);
    expect((await getReview(author, { number })).rehearsals).toMatchObject([{ openedBy: [{ name: "Rex" }] }]);
    await publish(reviewer);
    const version = () => getVersion(author, { skill: reviewed, number: 2 });
    expect((await version()).approval?.approvals.map(({ opened }) => opened.length)).toEqual([0, 1]);

    await updateConversation(reviewer, { conversation, shared: false });
    expect((await version()).approval?.approvals.map(({ opened }) => opened.length)).toEqual([0, 0]);
    const seen = await getReview(author, { number });
    expect(seen.rehearsals).toEqual([]);
    expect(seen.verdicts.flatMap(({ opened }) => opened)).toEqual([]);
    expect((await getReview(reviewer, { number })).rehearsals).toHaveLength(1);
    await expect(noteOpening(author, { number, conversation })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of another review or another workspace is not there", async () => {
    const { owner, author, reviewer } = await aTeam(db);
    const agent = await anAgentWith(owner, [reviewed]);
    const { number } = await askForReview(author);
    const { conversationId: conversation } = await startReviewRehearsal(reviewer, { number, agent });
    const stranger = await aContext(db);
    await expect(noteOpening(stranger, { number, conversation })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(noteOpening(author, { number: 9, conversation })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const other = crypto.randomUUID();
    await expect(noteOpening(author, { number, conversation: other })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(startReviewRehearsal(stranger, { number, agent })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
