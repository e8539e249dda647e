import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { createDatabase } from "@/lib/db/client";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { warnOfExpiringKeys } from "./commands/warn-of-expiring-keys";
import { listNotifications } from "./queries";

const { db, url } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const linesOf = async (context: Context) =>
  (await listNotifications(context, {})).items.map(({ notice }) => notice);

describe("a key that expires", () => {
  it("is announced a week before, to whom it acts as, and once by several servers", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "author");
    const { id, expiresAt } = await createKey(tom, { name: "CI", scopes: ["read"], expiresInDays: 90 });
    await createKey(tom, { name: "For ever", scopes: ["read"], expiresInDays: null });
    await warnOfExpiringKeys({ db }, inDays(82.9));
    expect(await linesOf(tom)).toEqual([]);
    const other = createDatabase(url);
    const servers = Array.from({ length: 10 }, (_, n) => (n % 2 ? db : other));
    await Promise.all(servers.map((server) => warnOfExpiringKeys({ db: server }, inDays(83.1))));
    await warnOfExpiringKeys({ db }, inDays(84));
    await other.$disconnect();
    expect(await linesOf(tom)).toEqual([{ kind: "key-expiring", data: { key: id, name: "CI", expiresAt } }]);
    expect(await linesOf(ines)).toEqual([]);
  });

  it("is not announced once it is revoked or has expired", async () => {
    const ines = await aContext(db);
    const { id } = await createKey(ines, { name: "Old", scopes: ["read"], expiresInDays: 30 });
    await createKey(ines, { name: "Gone", scopes: ["read"], expiresInDays: 29 });
    await revokeKey(ines, { key: id });
    await warnOfExpiringKeys({ db }, inDays(29.5));
    expect(await linesOf(ines)).toEqual([]);
  });

  it("is not announced at its birth when it lives for a week alone", async () => {
    const ines = await aContext(db);
    await createKey(ines, { name: "Short", scopes: ["read"], expiresInDays: 7 });
    await warnOfExpiringKeys({ db }, inDays(5));
    expect(await linesOf(ines)).toEqual([]);
    await warnOfExpiringKeys({ db }, inDays(5.5));
    expect(await linesOf(ines)).toHaveLength(1);
  });

  it("is announced to the admins when it is a machine's", async () => {
    const ines = await aContext(db);
    const admin = await aColleague(ines, "admin");
    const reviewer = await aColleague(ines, "reviewer");
    const machine = await aColleague(ines, "author");
    await db.user.update({ where: { id: machine.actor.userId }, data: { isMachine: true } });
    await createKey(machine, { name: "Deploys", scopes: ["read"], expiresInDays: 30 });
    await warnOfExpiringKeys({ db }, inDays(29));
    for (const told of [ines, admin])
      expect(await linesOf(told)).toMatchObject([{ data: { name: "Deploys" } }]);
    expect(await linesOf(reviewer)).toEqual([]);
  });
});
