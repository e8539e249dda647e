import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { testDatabase } from "@/lib/testing/database";
import { approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { inboxOf } from "@/lib/testing/reviews/threads";
import { giveVerdict } from "./commands/give-verdict";
import { getReview } from "./get-review";
import { listReviews } from "./list-reviews";

const { db } = testDatabase();
const stale = "Which files are executable has changed since.";
const unmet = { code: "CONFLICT", details: { reason: "policy", unmet: [{ rule: "approvals" }] } };

async function setExecutable(context: Context, executable: boolean): Promise<void> {
  const { revision } = await getDraft(context, { skill: reviewed });
  await changeDraft(context, {
    skill: reviewed,
    baseRevision: revision,
    changes: [{ op: "set-executable", path: "run.sh", executable }],
  });
}

/** A draft that a reviewer has approved. */
async function anApproval() {
  const team = await aTeam(db);
  const { number } = await askForReview(team.author, [team.reviewer]);
  await approve(team.reviewer, number);
  return { ...team, number };
}

describe("an approval of a draft of which a file is then made executable", () => {
  it("is stale though no byte has changed, publishes nothing, and is told of", async () => {
    const { author, reviewer, number } = await anApproval();
    const before = await getReview(author, { number });
    await setExecutable(author, true);
    const after = await getReview(author, { number });
    expect(after.draft.digest).toBe(before.draft.digest);
    expect(after).toMatchObject({
      standing: "stale",
      approvals: { given: 0 },
      verdicts: [{ stale: true, staleBy: "modes", counts: false, why: stale, changedSince: ["run.sh"] }],
    });
    await expect(publish(reviewer)).rejects.toMatchObject({
      ...unmet,
      message: expect.stringMatching(/Which files are executable has changed since it was approved\./),
    });
    expect(await inboxOf(reviewer)).toEqual(["review-asked", "approval-stale"]);
    // Whoever made the change knows of it.
    expect(await inboxOf(author)).toEqual(["approved"]);
    const waiting = await listReviews(reviewer, { filter: "asked-of-me" });
    expect(waiting.items.map((item) => item.number)).toEqual([number]);
  });

  it("is given again for the draft as it is now, and stays in the review that ended", async () => {
    const { author, reviewer, number } = await anApproval();
    await setExecutable(author, true);
    await approve(reviewer, number);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
    await setExecutable(author, false);
    expect(await getReview(author, { number })).toMatchObject({
      standing: "published",
      verdicts: [{ stale: false, counts: true }, { staleBy: "modes" }],
    });
  });

  it("stays so when it is made as it was: somebody may have seen the other", async () => {
    const { author, reviewer, number } = await anApproval();
    await setExecutable(author, true);
    await setExecutable(author, false);
    expect(await getReview(author, { number })).toMatchObject({ verdicts: [{ staleBy: "modes" }] });
    await expect(publish(reviewer)).rejects.toMatchObject(unmet);
  });

  it("stays what it was when nothing about it changes", async () => {
    const { author, reviewer, number } = await anApproval();
    await setExecutable(author, false);
    expect(await getReview(author, { number })).toMatchObject({ approvals: { given: 1 } });
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("is refused to who looked before, with what is there now", async () => {
    const team = await aTeam(db);
    const { number } = await askForReview(team.author);
    const { digest, modesRevision } = (await getReview(team.reviewer, { number })).draft;
    await setExecutable(team.author, true);
    const verdict = { number, kind: "approved", digest, modesRevision } as const;
    await expect(giveVerdict(team.reviewer, verdict)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^Other files of the draft are executable/),
      details: { reason: "draft-changed", digest, modesRevision: modesRevision + 1 },
    });
    expect((await getReview(team.author, { number })).verdicts).toEqual([]);
    await giveVerdict(team.reviewer, { ...verdict, modesRevision: modesRevision + 1 });
    expect(await publish(team.reviewer)).toMatchObject({ number: 2 });
  });
});

describe("other bytes that come back", () => {
  it("bring no approval back when they come back with other executable files", async () => {
    const { author, reviewer, number } = await anApproval();
    const { digest } = await getDraft(author, { skill: reviewed });
    await setExecutable(author, true);
    await save(author, "notes.md", "other\n");
    await save(author, "notes.md", "one\ntwo\nthree\n");
    expect((await getDraft(author, { skill: reviewed })).digest).toBe(digest);
    expect(await getReview(author, { number })).toMatchObject({ verdicts: [{ staleBy: "modes" }] });
    await expect(publish(reviewer)).rejects.toMatchObject(unmet);
  });

  it("bring it back when nothing of that has changed", async () => {
    const { author, reviewer, number } = await anApproval();
    await save(author, "notes.md", "other\n");
    await save(author, "notes.md", "one\ntwo\nthree\n");
    expect(await getReview(author, { number })).toMatchObject({ approvals: { given: 1 } });
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });
});
