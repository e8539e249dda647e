import { describe, expect, it } from "vitest";
import { getDraftFile } from "@/lib/library/drafts/get-draft";
import { closeReview } from "@/lib/reviews/commands/close-review";
import { getReview } from "@/lib/reviews/get-review";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { approve, reviewed, save } from "@/lib/testing/reviews/team";
import { aReview, body, commentOf, onLines, onlyThread, revisionNow } from "@/lib/testing/reviews/threads";
import { addComment } from "./commands/add-comment";
import { applySuggestion } from "./commands/apply-suggestion";
import { createThread } from "./commands/create-thread";

const { db } = testDatabase();

describe("a suggestion", () => {
  it("is put in the place of its lines with one save, and resolves its thread", async () => {
    const { author, reviewer, number } = await aReview(db);
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
    const { author, reviewer, number } = await aReview(db);
    const thread = await onLines(reviewer, number, [1, 1], { suggestion: "1" });
    await approve(reviewer, number);
    await applySuggestion(author, { comment: commentOf(thread).id, baseRevision: 2 });
    expect((await getReview(author, { number })).standing).toBe("stale");
  });

  it("is blocked when its lines have changed, and when the review has ended", async () => {
    const { author, reviewer, number } = await aReview(db);
    const thread = await onLines(reviewer, number, [2, 2], { suggestion: "2" });
    const comment = commentOf(thread).id;
    await save(author, "notes.md", "one\nTWO\nthree\n");
    expect(commentOf(await onlyThread(author, number)).suggestion?.blocked).toMatch(/have changed/);
    await expect(applySuggestion(author, { comment, baseRevision: 3 })).rejects.toMatchObject({
      details: { reason: "outdated" },
    });
    await save(author, "notes.md", "one\ntwo\nthree\n");
    await expect(applySuggestion(author, { comment, baseRevision: 2 })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "draft-changed", revision: 4 },
    });
    await closeReview(author, { number });
    expect(commentOf(await onlyThread(author, number)).suggestion?.blocked).toMatch(/ended/);
    await expect(applySuggestion(author, { comment, baseRevision: 4 })).rejects.toMatchObject({
      details: { reason: "review-ended" },
    });
    expect(await revisionNow(author)).toBe(4);
  });

  it("is for lines of the draft, and is applied by who may edit", async () => {
    const { owner, author, reviewer, number } = await aReview(db);
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
