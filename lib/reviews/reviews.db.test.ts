import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { createVersion } from "@/lib/library/writes/create-version";
import { begun } from "@/lib/testing/begun";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { aMachine, approve, askForReview, aTeam, reviewed } from "@/lib/testing/reviews/team";
import { inboxOf } from "@/lib/testing/reviews/threads";
import { changePolicy } from "./commands/change-policy";
import { changeReview } from "./commands/change-review";
import { closeReview } from "./commands/close-review";
import { reopenReview } from "./commands/reopen-review";
import { requestReview } from "./commands/request-review";
import { getPolicy } from "./get-policy";
import { getReview } from "./get-review";
import { defaultPolicy } from "./policy-options";

const { db } = testDatabase();

const auditOf = async ({ workspace }: Context, action: string) =>
  db.audit.findMany({ where: { workspaceId: workspace.id, action } });

describe("the policy", () => {
  it("is the default until it is changed, and everybody may read it", async () => {
    const owner = await aContext(db);
    const viewer = await aColleague(owner, "viewer");
    expect(await getPolicy(viewer)).toEqual({
      ...defaultPolicy,
      declaredIn: null,
      updatedBy: null,
      updatedAt: null,
    });
  });

  it("keeps what a change does not name, and tells the audit what it was", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin", "Ines");
    await changePolicy(owner, { approvals: 2 });
    expect(await changePolicy(admin, { bypassRoles: [], openThreadsBlock: false })).toMatchObject({
      approvals: 2,
      bypassRoles: [],
      updatedBy: { name: "Ines" },
    });
    await changePolicy(admin, { openThreadsBlock: false });
    const rows = await auditOf(owner, "policy.changed");
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { before: { approvals: 1 }, after: { approvals: 2 } },
      { before: { openThreadsBlock: true, bypassRoles: ["owner"] }, after: { bypassRoles: [] } },
    ]);
  });

  it("is for admins, and asks nobody for approval who may not publish", async () => {
    const owner = await aContext(db);
    const reviewer = await aColleague(owner, "reviewer");
    await expect(changePolicy(reviewer, { approvals: 0 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    // The types refuse it as well.
    for (const bad of [
      '{"approverRole":"author"}',
      '{"bypassRoles":["viewer"]}',
      '{"approvals":11}',
      '{"approvals":-1}',
      '{"protectedLabels":["latest"]}',
    ])
      await expect(changePolicy(owner, JSON.parse(bad))).rejects.toThrow();
    expect(await auditOf(owner, "policy.changed")).toEqual([]);
  });
});

describe("asking for review", () => {
  it("numbers reviews in their workspace and tells those who are asked, once", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const review = await askForReview(author, [reviewer]);
    expect(review).toMatchObject({
      number: 1,
      standing: "in-review",
      baseVersion: 1,
      requestedBy: { name: "Ada" },
      reviewers: [{ name: "Rex" }],
      approvals: { given: 0, needed: 1 },
      publication: { met: false, review: 1, newestVersion: 1, baseVersion: 1 },
    });
    const reviewers = [reviewer.actor.userId, admin.actor.userId];
    await changeReview(author, { number: 1, reviewers });
    await changeReview(author, { number: 1, reviewers: [] });
    await changeReview(author, { number: 1, reviewers, title: "Better words" });
    expect(await inboxOf(reviewer)).toEqual(["review-asked"]);
    expect(await inboxOf(admin)).toEqual(["review-asked"]);
    expect(await inboxOf(author)).toEqual([]);
    expect(await auditOf(author, "review.changed")).toHaveLength(3);
  });

  it("says which review is open already", async () => {
    const { author, reviewer } = await aTeam(db);
    await askForReview(author);
    await expect(askForReview(reviewer)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "review-open", review: 1 },
    });
  });

  it("is for people of this workspace, not oneself, not a machine, not a stranger", async () => {
    const { author } = await aTeam(db);
    const stranger = await aContext(db);
    for (const other of [author, stranger, await aMachine(author)])
      await expect(askForReview(author, [other])).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect(await db.review.count({ where: { workspaceId: author.workspace.id } })).toBe(0);
    expect((await askForReview(author)).number).toBe(1);
  });

  it("needs an author or a co-maintainer, and a skill that is here, in use and changed", async () => {
    const { owner, author, skillId } = await aTeam(db);
    const viewer = await aColleague(owner, "viewer");
    await expect(askForReview(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(askForReview(await aContext(db))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await archiveSkill(author, { skill: reviewed });
    await expect(askForReview(author)).rejects.toMatchObject({ code: "CONFLICT" });
    await aPackage(author, { name: "same", publishNote: "First" });
    await expect(requestReview(author, { skill: "same", title: "Why" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "unchanged", version: 1 },
    });
    await db.skill.update({ where: { id: skillId }, data: { archivedAt: null } });
    const { userId } = viewer.actor;
    const addedById = owner.actor.userId;
    await db.skillMaintainer.create({
      data: { skillId, userId, workspaceId: owner.workspace.id, addedById },
    });
    expect(await askForReview(viewer)).toMatchObject({ requestedBy: { id: userId } });
  });

  it("of a skill that somebody deletes or publishes at that moment waits, and is told so", async () => {
    const { author, skillId } = await aTeam(db);
    const { revision, digest } = await getDraft(author, { skill: reviewed });
    const publishing = await begun(db, (tx) =>
      createVersion({ ...author, db: tx }, { skillId, revision, digest, note: "" }),
    );
    const late = expect(askForReview(author)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "unchanged", version: 2 },
    });
    await publishing.end();
    await late;
    const deleting = await begun(db, (tx) => tx.skill.delete({ where: { id: skillId } }));
    const later = expect(askForReview(author)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await deleting.end();
    await later;
  });

  it("never gives a number twice, although the skill of a review is gone", async () => {
    const { owner, author } = await aTeam(db);
    await askForReview(author);
    await deleteSkill(owner, { skill: reviewed, confirmName: reviewed });
    await expect(getReview(author, { number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await aPackage(author, { name: "next" });
    expect(await requestReview(author, { skill: "next", title: "Next" })).toMatchObject({ number: 2 });
  });
});

describe("a review", () => {
  it("is closed and opened again with everything that was said, unless another one is open by then", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    expect(await closeReview(author, { number })).toMatchObject({
      standing: "closed",
      endedBy: { name: "Ada" },
      may: { approve: false },
    });
    await expect(closeReview(author, { number })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(changeReview(author, { number, title: "x" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await reopenReview(author, { number })).toMatchObject({ standing: "approved", endedAt: null });
    await expect(reopenReview(author, { number })).rejects.toMatchObject({ code: "CONFLICT" });
    await closeReview(author, { number });
    await askForReview(reviewer);
    await expect(reopenReview(author, { number })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "review-open", review: 2 },
    });
  });

  it("goes on under the skill's new name, and when whoever asked is gone", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await renameSkill(reviewer, { skill: reviewed, name: "ship-tools" });
    const workspaceId = author.workspace.id;
    await db.member.delete({ where: { workspaceId_userId: { workspaceId, userId: author.actor.userId } } });
    expect(await getReview(reviewer, { number })).toMatchObject({
      skill: { name: "ship-tools" },
      requestedBy: { name: "Ada" },
      may: { edit: true, approve: true },
    });
    expect(await closeReview(reviewer, { number })).toMatchObject({ standing: "closed" });
  });

  it("is changed by nobody who may not ask for one", async () => {
    const { owner, author } = await aTeam(db);
    const { number } = await askForReview(author);
    const viewer = await aColleague(owner, "viewer");
    for (const act of [closeReview, reopenReview, changeReview]) {
      await expect(act(viewer, { number })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(act(await aContext(db), { number })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await getReview(viewer, { number })).may).toEqual({
      edit: false,
      comment: false,
      approve: false,
      approveRefusal: "Your role here is viewer; this needs reviewer or above.",
      publish: false,
    });
  });
});
