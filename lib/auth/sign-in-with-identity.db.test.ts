import { describe, expect, it } from "vitest";
import { aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { signInWithIdentity } from "./commands/sign-in-with-identity";
import type { Identity } from "./ports";

const { db } = testDatabase();
const visitor = { db, now: () => new Date(), traceId: "0".repeat(32), address: "10.0.0.1" };
const trusted = { linkByEmail: true };

let count = 0;
async function aPair(overrides: Partial<Identity> = {}) {
  count += 1;
  const person = await aPerson(db);
  const identity: Identity = {
    issuer: "https://login.example.test/",
    subject: `subject-${count}`,
    email: person.actor.email,
    emailVerified: true,
    name: null,
    ...overrides,
  };
  return { person, identity };
}

describe("a provider whose word the operator trusts", () => {
  it("opens the account that has the verified address, and ends what was open there before", async () => {
    const { person, identity } = await aPair();
    const { userId } = person.actor;
    const expiresAt = new Date(Date.now() + 60_000);
    await db.session.create({ data: { userId, token: "somebody-was-here", expiresAt } });
    await db.verification.create({ data: { identifier: "trust-device-abc", value: userId, expiresAt } });
    const { person: found } = await signInWithIdentity(visitor, identity, trusted);
    expect(found.id).toBe(userId);
    expect(await db.session.count({ where: { userId } })).toBe(0);
    expect(await db.verification.count({ where: { value: userId } })).toBe(0);
    expect(await db.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ emailVerified: true });
    expect(await db.audit.findMany({ where: { actorId: userId } })).toMatchObject([
      {
        action: "sign-in.connected",
        detail: { to: identity.issuer, by: "verified e-mail" },
        address: "10.0.0.1",
      },
    ]);
  });

  it("opens nothing by an address that it has not verified", async () => {
    const { person, identity } = await aPair({ emailVerified: false });
    await expect(signInWithIdentity(visitor, identity, trusted)).rejects.toMatchObject({
      reason: "email-unverified",
    });
    expect(await db.account.count({ where: { userId: person.actor.userId } })).toBe(0);
  });

  it("opens no account that is connected to another one of its own, such as of somebody who had the address before", async () => {
    const { identity } = await aPair();
    await signInWithIdentity(visitor, identity, trusted);
    const successor = { ...identity, subject: "somebody-new-with-the-same-address" };
    await expect(signInWithIdentity(visitor, successor, trusted)).rejects.toMatchObject({
      reason: "connected-elsewhere",
    });
  });

  it("connects once, however many answers come at the same moment", async () => {
    const { person, identity } = await aPair();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => signInWithIdentity(visitor, identity, trusted)),
    );
    expect(new Set(all.map((each) => each.person.id))).toEqual(new Set([person.actor.userId]));
    expect(await db.account.count({ where: { userId: person.actor.userId } })).toBe(1);
    expect(await db.audit.count({ where: { actorId: person.actor.userId } })).toBe(1);
  });

  it("never opens what stands for a machine", async () => {
    const { person, identity } = await aPair();
    await db.user.update({ where: { id: person.actor.userId }, data: { isMachine: true } });
    await expect(signInWithIdentity(visitor, identity, trusted)).rejects.toMatchObject({
      reason: "no-account",
    });
  });
});
