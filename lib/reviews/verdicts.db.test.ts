import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine, approve, askForReview, aTeam, digestNow, save } from "@/lib/testing/reviews/team";
import { inboxOf } from "@/lib/testing/reviews/threads";
import { closeReview } from "./commands/close-review";
import { giveVerdict } from "./commands/give-verdict";
import { getReview } from "./get-review";
import { listReviews } from "./list-reviews";

const { db } = testDatabase();

const auditOf = async ({ workspace }: Context, action: string) =>
  db.audit.findMany({ where: { workspaceId: workspace.id, action } });

describe("a verdict", () => {
  it("holds for exactly the bytes it was given on, is kept when they change, and holds again when they return", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author, [reviewer]);
    expect(await approve(reviewer, number, "Good")).toMatchObject({ standing: "approved" });
    await save(author, "notes.md", "one\ntwo\nfour\n");
    expect(await getReview(author, { number })).toMatchObject({
      standing: "stale",
      approvals: { given: 0, needed: 1 },
      verdicts: [
        {
          by: { name: "Rex" },
          note: "Good",
          stale: true,
          counts: false,
          why: "The draft has changed since.",
          changedSince: ["notes.md"],
        },
      ],
    });
    await save(author, "notes.md", "one\ntwo\nthree\n");
    expect(await getReview(author, { number })).toMatchObject({
      standing: "approved",
      verdicts: [{ stale: false, counts: true, changedSince: null }],
    });
  });

  it("tells who asked, and later whose approval no longer holds", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author, [reviewer]);
    await approve(reviewer, number);
    await giveVerdict(admin, {
      number,
      kind: "changes_requested",
      note: "Say why",
      digest: await digestNow(admin),
    });
    await save(admin, "notes.md", "changed\n");
    await save(admin, "notes.md", "changed again\n");
    expect(await inboxOf(author)).toEqual(["approved", "changes-requested", "approval-stale"]);
    expect(await inboxOf(reviewer)).toEqual(["review-asked", "approval-stale"]);
    expect(await inboxOf(admin)).toEqual([]);
  });

  it("on bytes that are no longer there is refused with those that are", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    const digest = await digestNow(author);
    await save(author, "notes.md", "new\n");
    const newer = await digestNow(author);
    await expect(giveVerdict(reviewer, { number, kind: "approved", digest })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "draft-changed", digest: newer, revision: 3 },
    });
    expect((await getReview(author, { number })).verdicts).toEqual([]);
  });

  it("keeps in the audit trail what the draft could do that the version before could not", async () => {
    const { author, reviewer } = await aTeam(db);
    await save(author, "scripts/send.sh", "curl https://a.io\n");
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const [entry] = await auditOf(author, "review.approved");
    expect(entry?.detail).toMatchObject({
      capabilities: {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        added: ["host, reached: a.io", "command, run: curl"],
      },
    });
  });

  it("said twice is one, and a new word of the same person replaces the old one", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    await approve(reviewer, number);
    expect((await getReview(author, { number })).verdicts).toHaveLength(1);
    const digest = await digestNow(author);
    const changes = { number, kind: "changes_requested", digest, note: "No" } as const;
    expect(await giveVerdict(reviewer, changes)).toMatchObject({
      standing: "changes-requested",
      verdicts: [{ kind: "changes_requested" }, { kind: "approved", counts: false }],
    });
    expect(await auditOf(author, "review.approved")).toHaveLength(1);
    await expect(giveVerdict(reviewer, { ...changes, note: " " })).rejects.toThrow();
  });

  it("is one of a number that can be read together: nobody changes their mind without end", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const { id: _, ...first } = await db.reviewVerdict.findFirstOrThrow({
      where: { workspaceId: author.workspace.id },
    });
    await db.reviewVerdict.createMany({
      data: Array.from({ length: 299 }, (_, at) => ({ ...first, opened: [], runs: [], note: `${at}` })),
    });
    await expect(approve(reviewer, number, "Once more")).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect((await listReviews(author, {})).items).toMatchObject([{ standing: "approved" }]);
  });

  it("cannot be changed or removed, not even past the code", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const where = { userId: reviewer.actor.userId };
    await expect(db.reviewVerdict.updateMany({ where, data: { note: "x" } })).rejects.toThrow(/denied/);
    await expect(db.reviewVerdict.deleteMany({ where })).rejects.toThrow(/denied/);
  });

  it("is not given by authors, strangers and machines, nor on what has ended", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await expect(approve(author, number)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(approve(await aMachine(reviewer), number)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringMatching(/No key does this/),
    });
    const stranger = await aContext(db);
    const digest = await digestNow(author);
    await expect(giveVerdict(stranger, { number, kind: "approved", digest })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await closeReview(author, { number });
    await expect(approve(reviewer, number)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "review-ended", state: "closed" },
    });
  });

  it("of who was removed or lost the role counts no more, and says so", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    await approve(admin, number);
    const workspaceId = author.workspace.id;
    await db.member.delete({ where: { workspaceId_userId: { workspaceId, userId: reviewer.actor.userId } } });
    await db.member.update({
      where: { workspaceId_userId: { workspaceId, userId: admin.actor.userId } },
      data: { role: "viewer" },
    });
    const review = await getReview(author, { number });
    expect(review).toMatchObject({ approvals: { given: 0 }, standing: "stale" });
    expect(review.verdicts.map(({ by, why }) => [by.name, why])).toEqual([
      ["Ines", "Their role is viewer now; reviewer or above counts."],
      ["Rex", "They are no longer a member of this workspace."],
    ]);
  });
});
