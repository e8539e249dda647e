import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { Role } from "@/lib/access/permissions";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { restoreRevision } from "@/lib/agents/commands/restore-revision";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { addComment } from "@/lib/discussion/commands/add-comment";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { resolveThread } from "@/lib/discussion/commands/resolve-thread";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { removeLabel } from "@/lib/library/commands/remove-label";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { changePolicy } from "./commands/change-policy";
import { changeReview } from "./commands/change-review";
import { closeReview } from "./commands/close-review";
import { requestReview } from "./commands/request-review";

const { db } = testDatabase();

const gone = { code: "NOT_FOUND", message: "You are no longer a member of this workspace." };
const label = { skill: reviewed, label: "staging" };

describe("a request that began before its person lost the role", () => {
  const remove = (owner: Context, { actor }: Context) => removeMember(owner, { member: actor.userId });
  const demote = (owner: Context, { actor }: Context, role: Role) =>
    changeRole(owner, { member: actor.userId, role });

  it("publishes, approves, saves and restores nothing once they were removed", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(admin, number);
    for (const person of [author, reviewer]) await remove(owner, person);
    await expect(publish(reviewer)).rejects.toMatchObject(gone);
    await expect(approve(reviewer, number)).rejects.toMatchObject(gone);
    await expect(save(author, "notes.md", "late\n")).rejects.toMatchObject(gone);
    const { revision: baseRevision } = await getDraft(owner, { skill: reviewed });
    await expect(restoreVersion(author, { skill: reviewed, number: 1, baseRevision })).rejects.toMatchObject(
      gone,
    );
  });

  it("asks for, changes, closes and discusses nothing once they were removed", async () => {
    const { owner, author, reviewer } = await aTeam(db);
    await aPackage(owner, { name: "other" });
    const { number } = await askForReview(author);
    const general = { review: number, anchor: { kind: "general" }, body: "So?" } as const;
    const { id: thread } = await createThread(author, general);
    for (const person of [author, reviewer]) await remove(owner, person);
    const late = await Promise.allSettled([
      requestReview(author, { skill: "other", title: "Late" }),
      changeReview(author, { number, title: "Late" }),
      closeReview(author, { number }),
      createThread(reviewer, general),
      addComment(reviewer, { thread, body: "Late" }),
      resolveThread(reviewer, { thread, resolved: true }),
      archiveSkill(author, { skill: reviewed }),
      renameSkill(author, { skill: reviewed, name: "late" }),
    ]);
    for (const act of late) expect(act).toMatchObject({ status: "rejected", reason: gone });
  });

  it("changes no agent once their role is another", async () => {
    const { owner, admin } = await aTeam(db);
    const { slug: agent, revision: baseRevision } = await createAgent(owner, { name: "Desk" });
    await demote(owner, admin, "reviewer");
    const late = await Promise.allSettled([
      createAgent(admin, { name: "Late" }),
      editAgent(admin, { agent, baseRevision, instructions: "Late." }),
      setAssignments(admin, { agent, baseRevision, items: [] }),
      restoreRevision(admin, { agent, number: 1, baseRevision }),
      deleteAgent(admin, { agent, confirmName: "Desk" }),
      deleteSkill(admin, { skill: reviewed, confirmName: reviewed }),
    ]);
    for (const act of late) expect(act).toMatchObject({ status: "rejected", reason: { code: "FORBIDDEN" } });
  });

  it("is judged by the role of the moment", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await setLabel(reviewer, { ...label, version: 1, expectedVersion: null });
    await demote(owner, reviewer, "viewer");
    await demote(owner, admin, "viewer");
    const refused = { code: "FORBIDDEN", details: { role: "viewer" } };
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
    await expect(approve(reviewer, number)).rejects.toMatchObject(refused);
    await expect(save(reviewer, "notes.md", "late\n")).rejects.toMatchObject(refused);
    await expect(removeLabel(reviewer, { ...label, expectedVersion: 1 })).rejects.toMatchObject(refused);
    await expect(setLabel(reviewer, { ...label, version: 1, expectedVersion: 1 })).rejects.toMatchObject(
      refused,
    );
    await expect(
      withdrawVersion(reviewer, { skill: reviewed, number: 1, reason: "Too late" }),
    ).rejects.toMatchObject(refused);
    await expect(changePolicy(admin, { approvals: 0 })).rejects.toMatchObject(refused);
  });

  it("passes by no policy when they are an owner no more", async () => {
    const { owner, author, admin } = await aTeam(db);
    await demote(owner, admin, "owner");
    await demote(owner, owner, "reviewer");
    await expect(publish(owner, { bypassReason: "It is urgent" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "policy", mayBypass: false },
    });
    await expect(save(author, "notes.md", "fine\n")).resolves.toBeUndefined();
  });
});
