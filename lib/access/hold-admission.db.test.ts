import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { acceptKey } from "@/lib/auth/commands/accept-key";
import { createKey } from "@/lib/auth/commands/create-key";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { revokeSession } from "@/lib/auth/commands/revoke-session";
import { inTransaction } from "@/lib/db/transaction";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { holdAdmission, holdSignIn } from "./hold-admission";

const { db } = testDatabase();

async function signedIn() {
  const context = await aContext(db);
  const { id: sessionId } = await db.session.create({
    data: {
      userId: context.actor.userId,
      token: crypto.randomUUID(),
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  return { context: { ...context, actor: { ...context.actor, sessionId } }, sessionId };
}

describe("a write that holds its session", () => {
  it("is waited for by who revokes the session", async () => {
    const { context, sessionId } = await signedIn();
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const write = inTransaction(context, async (context) => {
      await holdAdmission(context);
      held.resolve();
      await setTimeout(200);
      order.push("written");
    });
    await held.promise;
    const revoke = revokeSession(context, { session: sessionId }).then(() => order.push("revoked"));
    await Promise.all([write, revoke]);
    expect(order).toEqual(["written", "revoked"]);
  });

  it("does not begin when the session is over", async () => {
    const { context, sessionId } = await signedIn();
    await revokeSession(context, { session: sessionId });
    await expect(inTransaction(context, (context) => holdAdmission(context))).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  it("and its key is waited for by who removes its person, and neither is undone for the other", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    const made = await createKey(admin, { name: "CI", scopes: ["write"] });
    const actor = await acceptKey({ db }, made.key, new Date());
    if (!actor) throw new Error("The key does not work.");
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    let attempts = 0;
    const write = inTransaction({ ...admin, actor }, async (context) => {
      attempts += 1;
      await holdSignIn(context);
      held.resolve();
      // Longer than Postgres waits before it looks for a deadlock: it would be this one that it ends.
      await setTimeout(1_500);
      await holdAdmission(context, "library.edit");
      order.push("written");
    });
    await held.promise;
    const removal = removeMember(owner, { member: admin.actor.userId }).then(() => order.push("removed"));
    await Promise.all([write, removal]);
    expect([order, attempts]).toEqual([["written", "removed"], 1]);
  });

  it("does not begin when the key was revoked", async () => {
    const { context } = await signedIn();
    const { workspace, actor } = context;
    const data = {
      workspaceId: workspace.id,
      userId: actor.userId,
      name: "CI",
      hash: "0".repeat(64),
      prefix: "grk_",
      createdById: actor.userId,
      scopes: ["write"],
    };
    const { id } = await db.apiKey.create({ data });
    const key = { id, name: "CI", workspaceId: workspace.id, scopes: ["write"] as const };
    const program = { ...context, actor: { ...actor, key } };
    await inTransaction(program, (program) => holdAdmission(program));
    await db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await expect(inTransaction(program, (program) => holdAdmission(program))).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});
