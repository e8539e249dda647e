import { describe, expect, it, onTestFinished } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMailServer, headersOf } from "@/lib/testing/servers/mail-server";
import { acceptInvitation } from "./commands/accept-invitation";
import { createInvitation } from "./commands/create-invitation";
import { revokeInvitation } from "./commands/revoke-invitation";
import type { CreateInvitation } from "./invitation-schema";
import { listInvitations, lookAtInvitation } from "./invitations";

const { db } = testDatabase();
async function invite(context: Context, input: Partial<CreateInvitation> = {}) {
  const made = await createInvitation(context, { role: "author", ...input }, null);
  return { ...made, token: new URL(made.url).hash.slice(1) };
}

describe("createInvitation", () => {
  it("answers with a link whose token stands in the fragment, and keeps only its hash", async () => {
    const context = await aContext(db);
    const made = await invite(context, { email: "Ines@Example.test" });
    expect(made).toMatchObject({
      state: "open",
      role: "author",
      email: "ines@example.test",
      mail: { state: "off" },
    });
    expect(new URL(made.url)).toMatchObject({ pathname: "/invite", search: "" });
    expect(made.token.length).toBeGreaterThanOrEqual(43);
    const stored = JSON.stringify([
      await db.invitation.findMany(),
      await db.audit.findMany({
        where: { workspaceId: context.workspace.id },
        select: { detail: true, objectName: true },
      }),
      await listInvitations(context),
    ]);
    expect(stored).not.toContain(made.token);
    expect(await db.audit.findFirst({ where: { objectId: made.id } })).toMatchObject({
      action: "member.invited",
      detail: { role: "author", email: "ines@example.test", expiresAt: made.expiresAt },
    });
  });

  it("is for admins, never with a role above their own, and never for a key", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    await expect(invite(await aColleague(owner, "reviewer"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(invite(admin, { role: "owner" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { reason: "above-own-role" },
    });
    expect(await invite(owner, { role: "owner" })).toMatchObject({ role: "owner" });
    const key = {
      id: owner.workspace.id,
      name: "CI",
      workspaceId: owner.workspace.id,
      scopes: ["write"] as const,
    };
    await expect(invite({ ...owner, actor: { ...owner.actor, key } })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("refuses the address of a member, and ends the earlier link of an address", async () => {
    const context = await aContext(db);
    const colleague = await aColleague(context, "viewer");
    await expect(invite(context, { email: colleague.actor.email })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "member" },
    });
    const first = await invite(context, { email: "twice@example.test" });
    await invite(context, { email: "twice@example.test" });
    expect((await lookAtInvitation({ db }, first.token, new Date())).state).toBe("revoked");
    expect((await listInvitations(context)).items.map(({ state }) => state)).toEqual(["open", "revoked"]);
  });
});

describe("listInvitations", () => {
  it("hides no link that works behind any number of ended ones", async () => {
    const context = await aContext(db);
    const { id, token } = await invite(context, { role: "admin" });
    const at = new Date(Date.now() + 60_000);
    await db.invitation.createMany({
      data: Array.from({ length: 250 }, (_, number) => ({
        workspaceId: context.workspace.id,
        tokenHash: `ended-${number}-${id}`,
        role: "viewer" as const,
        createdById: context.actor.userId,
        createdAt: at,
        expiresAt: at,
        revokedAt: at,
      })),
    });
    const { items } = await listInvitations(context);
    expect(items).toHaveLength(200);
    expect(items[0]).toMatchObject({ id, state: "open" });
    expect((await lookAtInvitation({ db }, token, new Date())).state).toBe("open");
  });
});

describe("sending an invitation by e-mail", () => {
  const from = "Greenroom <greenroom@example.test>";
  async function mailServer(options?: Parameters<typeof aMailServer>[0]) {
    const server = await aMailServer(options);
    onTestFinished(server.close);
    return server;
  }

  it("puts the link into a letter and remembers that it went out", async () => {
    const context = await aContext(db, { name: "Ines" });
    const { url, letters } = await mailServer();
    const made = await createInvitation(
      context,
      { role: "author", email: "new@example.test" },
      { url, from },
    );
    expect(made).toMatchObject({ mail: { state: "sent" }, sentAt: expect.any(String) });
    const [letter] = letters;
    expect(letter?.to).toEqual(["new@example.test"]);
    expect(letter?.source.replace(/=\r\n/g, "").replace(/=3D/g, "=")).toContain(made.url);
    expect((await listInvitations(context)).items).toMatchObject([{ sentAt: made.sentAt }]);
  });

  it("loses nothing when it fails: the link is there, with the reason", async () => {
    const context = await aContext(db);
    const { url } = await mailServer({ refuses: "nobody@example.test" });
    const made = await createInvitation(
      context,
      { role: "viewer", email: "nobody@example.test" },
      { url, from },
    );
    expect(made).toMatchObject({
      state: "open",
      sentAt: null,
      mail: { state: "failed", reason: expect.stringContaining("No such mailbox here") },
    });
    expect((await lookAtInvitation({ db }, new URL(made.url).hash.slice(1), new Date())).state).toBe("open");
  });

  it("lets no name of a person or a workspace write headers or lines of its own", async () => {
    const context = await aContext(db, {
      name: "Ines\r\nBcc: thief@example.test\r\n\r\nhttps://evil.example",
    });
    // No name is taken any more that is more than one line; these were stored before.
    const named = { ...context, workspace: { ...context.workspace, name: "Team\nTo: thief@example.test" } };
    const { url, letters } = await mailServer();
    await createInvitation(named, { role: "author", email: "new@example.test" }, { url, from });
    const [letter] = letters;
    if (!letter) throw new Error("Nothing came.");
    expect(letter.to).toEqual(["new@example.test"]);
    const headers = headersOf(letter);
    expect([headers.get("to"), headers.has("bcc")]).toEqual([["new@example.test"], false]);
    expect(letter.source).not.toMatch(/^(?:https:\/\/evil|Bcc:)/m);
  });
});

describe("lookAtInvitation", () => {
  it("tells the holder of a link what it opens, and only hints at whom it is for", async () => {
    const context = await aContext(db, { name: "Olga" });
    const { token, expiresAt } = await invite(context, { email: "ines@example.test", role: "reviewer" });
    expect(await lookAtInvitation({ db }, token, new Date())).toEqual({
      state: "open",
      invitation: {
        workspace: context.workspace.name,
        role: "reviewer",
        invitedBy: "Olga",
        emailHint: "i…@example.test",
        expiresAt,
        signIn: { passwords: true, provider: null },
      },
    });
    expect(await lookAtInvitation({ db }, `${token}x`, new Date())).toEqual({
      state: "unknown",
      invitation: null,
    });
  });
});

describe("revokeInvitation", () => {
  it("knows no invitation of another workspace, and takes none back that was used", async () => {
    const [mine, theirs] = [await aContext(db), await aContext(db)];
    const { id, token } = await invite(theirs);
    await expect(revokeInvitation(mine, { invitation: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await acceptInvitation(await aPerson(db), { token });
    await expect(revokeInvitation(theirs, { invitation: id })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "accepted" },
    });
  });
});
