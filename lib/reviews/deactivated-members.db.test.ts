import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { setLabel } from "@/lib/library/commands/set-label";
import { testDatabase } from "@/lib/testing/database";
import { approve, askForReview, aTeam, publish, reviewed } from "@/lib/testing/reviews/team";
import { changeReview } from "./commands/change-review";
import { getPublication } from "./get-publication";
import { getReview } from "./get-review";

const { db } = testDatabase();

const setDeactivated = (person: Context, deactivatedAt: Date | null) =>
  db.user.update({ where: { id: person.actor.userId }, data: { deactivatedAt } });
const deactivate = (person: Context) => setDeactivated(person, new Date());
const inboxOf = ({ actor }: Context) => db.notification.count({ where: { userId: actor.userId } });

describe("somebody whose account is deactivated", () => {
  it("is nobody to ask for a review, at its start or later", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    await deactivate(reviewer);
    const refused = {
      code: "UNPROCESSABLE",
      message: expect.stringContaining("whose account is active"),
      details: { missing: [reviewer.actor.userId] },
    };
    await expect(askForReview(author, [reviewer, admin])).rejects.toMatchObject(refused);
    const { number } = await askForReview(author, [admin]);
    const reviewers = [admin.actor.userId, reviewer.actor.userId];
    await expect(changeReview(author, { number, reviewers })).rejects.toMatchObject(refused);
  });

  it("stays on a review that asked them before, and can be taken off it", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author, [reviewer, admin]);
    await deactivate(reviewer);
    await changeReview(author, { number, title: "Another title" });
    expect((await getReview(author, { number })).reviewers).toMatchObject([
      { name: "Rex", why: "Their account is deactivated." },
      { name: "Ines", why: null },
    ]);
    await changeReview(author, { number, reviewers: [admin.actor.userId] });
    expect((await getReview(author, { number })).reviewers).toHaveLength(1);
  });

  it("has given an approval that does not count, until they are let in again", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    await deactivate(reviewer);
    await expect(publish(admin)).rejects.toMatchObject({ code: "CONFLICT", details: { reason: "policy" } });
    expect((await getPublication(author, { skill: reviewed })).approvals).toMatchObject([
      { counts: false, why: "Their account is deactivated." },
    ]);
    await setDeactivated(reviewer, null);
    await expect(publish(admin)).resolves.toMatchObject({ number: 2 });
  });

  it("leaves one person alone, who publishes and moves protected labels without an approval", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    await removeMember(owner, { member: admin.actor.userId });
    await removeMember(owner, { member: reviewer.actor.userId });
    await expect(publish(owner)).rejects.toMatchObject({ details: { reason: "policy" } });
    const production = { skill: reviewed, label: "production", version: 1, expectedVersion: null };
    await deactivate(author);
    await expect(publish(owner)).resolves.toMatchObject({ number: 2 });
    await expect(setLabel(owner, { ...production, version: 2 })).resolves.toBeDefined();
  });

  it("is neither mentioned nor told anything", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author, [admin]);
    const body = [reviewer, admin].map(({ actor }) => `@[${actor.name}](${actor.userId})`).join(" ");
    await deactivate(reviewer);
    const before = await inboxOf(admin);
    await createThread(author, { review: number, anchor: { kind: "general" }, body });
    const [comment] = await db.comment.findMany({ where: { authorId: author.actor.userId } });
    expect(comment?.mentions).toEqual([admin.actor.userId]);
    expect(await inboxOf(reviewer)).toBe(0);
    expect(await inboxOf(admin)).toBe(before + 1);
  });
});
