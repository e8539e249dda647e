import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createWorkspace, updateWorkspace } from "./commands";
import { acceptInvitation } from "./commands/accept-invitation";
import { changeRole } from "./commands/change-role";
import { connectIdentity } from "./commands/connect-identity";
import { createInvitation } from "./commands/create-invitation";
import { createKey } from "./commands/create-key";
import { deleteWorkspace } from "./commands/delete-workspace";
import { disconnectIdentity } from "./commands/disconnect-identity";
import { leaveWorkspace, removeMember } from "./commands/remove-member";
import { revokeOtherSessions } from "./commands/revoke-session";
import { transferWorkspace } from "./commands/transfer-workspace";

const { db } = testDatabase();

/** An owner whose request was let in by a sign-in that is over by the time it writes. */
async function aLateOwner(): Promise<Context> {
  const owner = await aContext(db, { isOperator: true });
  const { userId } = owner.actor;
  const expiresAt = new Date(Date.now() + 60_000);
  const { id } = await db.session.create({ data: { userId, token: crypto.randomUUID(), expiresAt } });
  await revokeOtherSessions(owner);
  return { ...owner, actor: { ...owner.actor, sessionId: id } };
}

describe("a sign-in that was ended while its request was under way", () => {
  const acts: Record<string, (late: Context) => Promise<unknown>> = {
    "makes no key": (late) => createKey(late, { name: "Left behind", scopes: ["read"] }),
    "makes no machine": (late) =>
      createKey(late, { name: "Left behind", scopes: ["read"], machine: { role: "admin" } }),
    "invites nobody": (late) => createInvitation(late, { role: "owner" }, null),
    "gives nobody a role": async (late) => {
      const { actor } = await aColleague(late, "viewer");
      await changeRole(late, { member: actor.userId, role: "owner" });
    },
    "removes nobody": async (late) =>
      removeMember(late, { member: (await aColleague(late, "viewer")).actor.userId }),
    "does not leave": async (late) => {
      await aColleague(late, "owner");
      await leaveWorkspace(late);
    },
    "hands nothing over": async (late) => {
      const { actor } = await aColleague(late, "viewer");
      await transferWorkspace(late, { to: actor.userId, confirmName: late.workspace.name });
    },
    "deletes no workspace": (late) => deleteWorkspace(late, { confirmName: late.workspace.name }),
    "renames no workspace": (late) => updateWorkspace(late, { name: "Renamed" }),
    "opens no workspace": (late) => createWorkspace(late, { name: "Left behind" }),
    "joins nothing": async (late) => {
      const { url } = await createInvitation(await aContext(db), { role: "viewer" }, null);
      await acceptInvitation(late, { token: new URL(url).hash.slice(1) });
    },
    "disconnects no provider": (late) => disconnectIdentity(late),
  };

  it.each(Object.entries(acts))("%s", async (_, act) => {
    await expect(act(await aLateOwner())).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("connects no provider, which would be a second way in", async () => {
    const late = await aLateOwner();
    const identity = { issuer: "https://id.example.test", subject: "1", email: null, emailVerified: false };
    await expect(connectIdentity(late, { ...identity, name: null })).rejects.toMatchObject({
      reason: "signed-out",
    });
    expect(await db.account.count({ where: { userId: late.actor.userId } })).toBe(0);
  });
});

describe("renaming a workspace", () => {
  it("is judged by the role of the moment, and knows what it was called then", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    await updateWorkspace(owner, { name: "Second" });
    expect(await updateWorkspace(admin, { name: "Third" })).toMatchObject({ name: "Third", role: "admin" });
    expect(await db.audit.findFirst({ where: { actorId: admin.actor.userId } })).toMatchObject({
      detail: { before: "Second" },
    });
    await changeRole(owner, { member: admin.actor.userId, role: "author" });
    await expect(updateWorkspace(admin, { name: "Fourth" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await removeMember(owner, { member: admin.actor.userId });
    await expect(updateWorkspace(admin, { name: "Fourth" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("ends like a workspace that is not there when it was deleted meanwhile", async () => {
    const owner = await aContext(db);
    await deleteWorkspace(owner, { confirmName: owner.workspace.name });
    await expect(updateWorkspace(owner, { name: "Too late" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
