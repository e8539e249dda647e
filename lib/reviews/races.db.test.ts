import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { applySuggestion } from "@/lib/discussion/commands/apply-suggestion";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { resolveThread } from "@/lib/discussion/commands/resolve-thread";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { getVersion } from "@/lib/library/versions/get-version";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { aCrowd, crowd, on, reasons, won } from "@/lib/testing/crowd";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { approve, askForReview, aTeam, digestNow, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { changePolicy } from "./commands/change-policy";
import { closeReview } from "./commands/close-review";
import { giveVerdict } from "./commands/give-verdict";
import { publishSkill } from "./commands/publish-skill";
import { requestReview } from "./commands/request-review";
import { getReview } from "./get-review";

const { db } = testDatabase();
const { all, race } = aCrowd();

// The team's fixture has published version 1 and saved once.
const audited = ({ workspace }: Context, action: string) =>
  db.audit.count({ where: { workspaceId: workspace.id, action } });
const versions = ({ workspace }: Context) => db.version.count({ where: { workspaceId: workspace.id } });

/** What is published as it is looked at before the race begins. */
async function publication(context: Context) {
  const { revision, digest } = await getDraft(context, { skill: reviewed });
  return { skill: reviewed, revision, digest };
}

describe(`${crowd} at once`, () => {
  it("publish: one version, the others are told that nothing has changed since, one review ended", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const input = await publication(author);
    const outcomes = await race(
      all((at) => (client) => publishSkill(on(at % 2 ? reviewer : admin, client), input)),
    );
    expect(won(outcomes)).toBe(1);
    expect(reasons(outcomes)).toEqual(["unchanged"]);
    expect(await versions(author)).toBe(2);
    expect(await audited(author, "skill.published")).toBe(2);
    expect(await audited(author, "review.published")).toBe(1);
    expect(await db.notification.count({ where: { userId: author.actor.userId, kind: "published" } })).toBe(
      1,
    );
  });

  it("two approvals and the rest publishing: nothing is published before both are in", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    await changePolicy(owner, { approvals: 2 });
    const { number } = await askForReview(author);
    const input = await publication(author);
    const approving = [reviewer, admin].map(
      (one) => (client: Db) =>
        giveVerdict(on(one, client), { number, kind: "approved", digest: input.digest }),
    );
    const publishing = all(() => (client: Db) => publishSkill(on(reviewer, client), input)).slice(2);
    const outcomes = await race([...publishing, ...approving]);
    const [published, approved] = [outcomes.slice(0, -2), outcomes.slice(-2)];
    expect(won(approved)).toBe(2);
    for (const reason of reasons(published)) expect(["policy", "unchanged"]).toContain(reason);
    if (won(published) === 0) await publishSkill(reviewer, input);
    expect(won(published)).toBeLessThanOrEqual(1);
    const { approval } = await getVersion(author, { skill: reviewed, number: 2 });
    expect(approval?.approvals.map(({ by }) => by.name).sort()).toEqual(["Ines", "Rex"]);
    expect(await versions(author)).toBe(2);
    expect(await audited(author, "review.approved")).toBe(2);
    expect(await audited(author, "skill.published")).toBe(2);
  });

  it("publish over a version that half of them have not seen: one of those who have", async () => {
    const owner = await aContext(db);
    await aPackage(owner, { name: reviewed, publishNote: "First" });
    await save(owner, "notes.md", "two\n");
    await publish(owner);
    await save(owner, "notes.md", "three\n");
    await db.draft.updateMany({ where: { workspaceId: owner.workspace.id }, data: { baseVersion: 1 } });
    const input = await publication(owner);
    const outcomes = await race(
      all(
        (at) => (client) =>
          publishSkill(on(owner, client), { ...input, ...(at % 2 ? { newestVersion: 2 } : {}) }),
      ),
    );
    expect(won(outcomes)).toBe(1);
    expect(outcomes.filter((_, at) => at % 2 === 0 && outcomes[at]?.ok)).toEqual([]);
    for (const reason of reasons(outcomes)) expect(["base-moved", "unchanged"]).toContain(reason);
    expect(await versions(owner)).toBe(3);
    expect(await audited(owner, "skill.published")).toBe(3);
  });

  it("save while one publishes: what is published is what was approved, and no save is lost", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const input = await publication(author);
    const saving = all(
      (at) => (client: Db) =>
        changeDraft(on(author, client), {
          skill: reviewed,
          baseRevision: input.revision,
          changes: [{ op: "write", path: `notes/${at}.md`, text: `${at}\n` }],
        }),
    ).slice(1);
    const outcomes = await race([...saving, (client) => publishSkill(on(reviewer, client), input)]);
    const published = outcomes.at(-1);
    const saved = outcomes.slice(0, -1);
    expect(reasons(saved).filter((reason) => reason !== "CONFLICT")).toEqual([]);
    if (published && !published.ok) expect(published.reason).toBe("draft-changed");
    else
      expect(await getVersion(author, { skill: reviewed, number: 2 })).toMatchObject({
        digest: input.digest,
      });
    const { files, revision } = await getDraft(author, { skill: reviewed });
    expect(files.filter(({ path }) => path.startsWith("notes/"))).toHaveLength(won(saved));
    expect(won(saved)).toBeGreaterThan(0);
    expect(revision).toBe(input.revision + won(saved));
    expect(await audited(author, "draft.saved")).toBe(1 + won(saved));
    expect(await versions(author)).toBe(published?.ok ? 2 : 1);
  });

  it("save while one approves: an approval is of the bytes that were there", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    const input = await publication(author);
    const saving = all(
      (at) => (client: Db) =>
        changeDraft(on(author, client), {
          skill: reviewed,
          baseRevision: input.revision,
          changes: [{ op: "write", path: `notes/${at}.md`, text: `${at}\n` }],
        }),
    ).slice(1);
    const [verdict] = (
      await race([
        (client) => giveVerdict(on(reviewer, client), { number, kind: "approved", digest: input.digest }),
        ...saving,
      ])
    ).slice(0, 1);
    const { verdicts, standing } = await getReview(author, { number });
    if (verdict?.ok) {
      expect(verdicts).toMatchObject([{ digest: input.digest, revision: input.revision, stale: true }]);
      expect(standing).toBe("stale");
    } else {
      expect(verdict).toEqual({ ok: false, reason: "draft-changed" });
      expect(verdicts).toEqual([]);
    }
    const told = await db.notification.count({
      where: { userId: reviewer.actor.userId, kind: "approval-stale" },
    });
    expect(told).toBe(verdict?.ok ? 1 : 0);
  });

  it("verdicts of one person, the same words: one verdict", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    const digest = await digestNow(author);
    const outcomes = await race(
      all(
        () => (client) =>
          giveVerdict(on(reviewer, client), { number, kind: "approved", digest, note: "Good" }),
      ),
    );
    expect(won(outcomes)).toBe(crowd);
    expect((await getReview(author, { number })).verdicts).toHaveLength(1);
    expect(await audited(author, "review.approved")).toBe(1);
    expect(await db.notification.count({ where: { userId: author.actor.userId } })).toBe(1);
  });

  it("verdicts of one person, each otherwise: all are kept in one order, and the last counts", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    const digest = await digestNow(author);
    const kinds = ["approved", "changes_requested"] as const;
    const outcomes = await race(
      all(
        (at) => (client) =>
          giveVerdict(on(reviewer, client), {
            number,
            kind: kinds[at % 2] ?? "approved",
            digest,
            note: `${at}`,
          }),
      ),
    );
    expect(won(outcomes)).toBe(crowd);
    const { verdicts, approvals } = await getReview(author, { number });
    expect(new Set(verdicts.map(({ at }) => at)).size).toBe(crowd);
    expect(approvals.given).toBe(verdicts[0]?.kind === "approved" ? 1 : 0);
    expect(verdicts.slice(1).some(({ counts }) => counts)).toBe(false);
    const said =
      (await audited(author, "review.approved")) + (await audited(author, "review.changes-requested"));
    expect(said).toBe(crowd);
  });

  it("apply one suggestion: one save, and the others learn who was first", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    const digest = await digestNow(author);
    const anchor = { kind: "file", digest, side: "new", path: "notes.md", startLine: 2, endLine: 2 } as const;
    const thread = await createThread(reviewer, { review: number, anchor, body: "So?", suggestion: "2" });
    const comment = thread.comments[0]?.id ?? "";
    const { revision } = await getDraft(author, { skill: reviewed });
    const outcomes = await race(
      all(
        (at) => (client) =>
          applySuggestion(on(at % 2 ? author : admin, client), { comment, baseRevision: revision }),
      ),
    );
    expect(won(outcomes)).toBe(1);
    expect(reasons(outcomes)).toEqual(["applied-already"]);
    expect((await getDraft(author, { skill: reviewed })).revision).toBe(revision + 1);
    expect(await audited(author, "suggestion.applied")).toBe(1);
    expect(await audited(author, "thread.resolved")).toBe(1);
  });

  it("ask for review of one skill: one review, and the others learn which", async () => {
    const { owner, author } = await aTeam(db);
    const others = await Promise.all(all(() => aColleague(owner, "author")));
    const outcomes = await race(
      others.map((one) => (client) => requestReview(on(one, client), { skill: reviewed, title: "Mine" })),
    );
    expect(won(outcomes)).toBe(1);
    expect(reasons(outcomes)).toEqual(["review-open"]);
    expect(await db.review.findMany({ where: { workspaceId: owner.workspace.id } })).toMatchObject([
      { number: 1 },
    ]);
    expect(await audited(author, "review.requested")).toBe(1);
  });

  it("ask for review of a skill each: numbers without gaps or doubles", async () => {
    const owner = await aContext(db);
    const names = all((at) => `skill-${at}`);
    for (const name of names) await aPackage(owner, { name });
    const outcomes = await race(
      names.map((skill) => (client) => requestReview(on(owner, client), { skill, title: skill })),
    );
    expect(won(outcomes)).toBe(crowd);
    const reviews = await db.review.findMany({
      where: { workspaceId: owner.workspace.id },
      orderBy: { number: "asc" },
    });
    expect(reviews.map(({ number }) => number)).toEqual(all((at) => at + 1));
  });

  it("begin threads while one publishes: nothing is published past an open thread", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const input = await publication(author);
    const talking = all(
      (at) => (client: Db) =>
        createThread(on(author, client), { review: number, anchor: { kind: "general" }, body: `${at}` }),
    ).slice(1);
    const outcomes = await race([(client) => publishSkill(on(reviewer, client), input), ...talking]);
    const [published] = outcomes;
    const begun = won(outcomes.slice(1));
    expect(await db.thread.count({ where: { workspaceId: author.workspace.id } })).toBe(begun);
    if (published?.ok) {
      expect(begun).toBe(0);
      expect(reasons(outcomes)).toEqual(["review-ended"]);
    } else {
      expect(published).toEqual({ ok: false, reason: "policy" });
      expect(begun).toBe(crowd - 1);
    }
    expect(await audited(author, "thread.created")).toBe(begun);
  });

  it("close, publish, approve and resolve: every outcome is told, and the review ends once", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const thread = await createThread(author, { review: number, anchor: { kind: "general" }, body: "So?" });
    const input = await publication(author);
    const outcomes = await race(
      all((at) => async (client) => {
        if (at % 4 === 0) return closeReview(on(author, client), { number });
        if (at % 4 === 1) return publishSkill(on(reviewer, client), input);
        if (at % 4 === 2)
          return giveVerdict(on(admin, client), { number, kind: "approved", digest: input.digest });
        return resolveThread(on(author, client), { thread: thread.id, resolved: at % 8 === 3 });
      }),
    );
    for (const reason of reasons(outcomes)) expect(["review-ended", "policy", "unchanged"]).toContain(reason);
    const ended = (await audited(author, "review.closed")) + (await audited(author, "review.published"));
    expect(ended).toBe(1);
    const { standing } = await getReview(author, { number });
    expect(["closed", "published"]).toContain(standing);
    expect(await versions(author)).toBe(standing === "published" ? 2 : 1);
  });
});
