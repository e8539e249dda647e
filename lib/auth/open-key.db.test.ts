import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { HeldAdmissions } from "@/lib/access/held-admissions";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { busChannel, notify } from "@/lib/db/bus";
import { callApi } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { countedQueries } from "@/lib/testing/rows/counted-queries";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { createKey } from "./commands/create-key";
import { deleteWorkspace } from "./commands/delete-workspace";
import { removeMember } from "./commands/remove-member";
import { revokeKey } from "./commands/revoke-key";
import { openKey } from "./open-key";

const { db, ownerUrl } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;

async function anAgent(): Promise<{ owner: Context; agent: string }> {
  const owner = await aContext(db);
  await aPackage(owner, { name: "notes", publishNote: "First" });
  return { owner, agent: await anAgentWith(owner, ["notes"], "Desk") };
}

/** What a machine with this key is answered. */
const statusOf = async ({ workspace }: Context, agent: string, bearer: string): Promise<number> =>
  (await callApi("get", `/workspaces/${workspace.slug}/agents/${agent}/delivery`, { bearer })).status;

/** How often the database is asked for who holds a key. */
async function askedFor(key: string, at = new Date()): Promise<number> {
  const counted = countedQueries(db);
  await openKey(counted, key, at);
  return counted.asked();
}

/** Until a busy machine is through; what is tested is never how soon. */
const patiently = { timeout: 10_000 };

/** Once the server holds it: until the connection that hears of changes stands, and of those before, it does not. */
const untilHeld = (key: string) => vi.waitFor(async () => expect(await askedFor(key)).toBe(0), patiently);

/** What is held is as old as the test says, in milliseconds. */
function aClockForHeld() {
  const clock = { at: 1_000_000 };
  globalThis.greenroomHeldKeys = new HeldAdmissions(() => clock.at);
  onTestFinished(() => {
    globalThis.greenroomHeldKeys = undefined;
  });
  return (ms: number) => {
    clock.at += ms;
  };
}

describe("a key to deliver", () => {
  it("is looked up once a second, and never held past its end", async () => {
    const later = aClockForHeld();
    const { owner, agent } = await anAgent();
    const { key } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent, expiresInDays: 1 });
    await untilHeld(key);
    expect(await openKey({ db }, key, new Date(Date.now() + dayMs + 1))).toBeNull();
    later(1_000);
    expect(await askedFor(key)).toBe(0);
    later(1);
    expect(await askedFor(key)).toBeGreaterThan(0);
    expect(await askedFor(key)).toBe(0);
  });

  it("opens nothing for the next request once it is revoked", async () => {
    const { owner, agent } = await anAgent();
    const { key, id } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent });
    expect(await statusOf(owner, agent, key)).toBe(200);
    await untilHeld(key);
    await revokeKey(owner, { key: id });
    expect(await statusOf(owner, agent, key)).toBe(401);
  });

  it("opens nothing once its person is taken out or its workspace is deleted", async () => {
    const { owner, agent } = await anAgent();
    const admin = await aColleague(owner, "admin");
    const hers = await createKey(admin, { name: "Hers", scopes: ["deliver"], agent });
    await untilHeld(hers.key);
    await removeMember(owner, { member: admin.actor.userId });
    expect(await statusOf(owner, agent, hers.key)).toBe(401);

    const mine = await createKey(owner, { name: "Mine", scopes: ["deliver"], agent });
    expect(await statusOf(owner, agent, mine.key)).toBe(200);
    await untilHeld(mine.key);
    await deleteWorkspace(owner, { confirmName: owner.workspace.name });
    expect(await statusOf(owner, agent, mine.key)).toBe(401);
  });

  it("delivers nothing once its agent is deleted", async () => {
    const { owner, agent } = await anAgent();
    const { key } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent });
    await untilHeld(key);
    await deleteAgent(owner, { agent, confirmName: "Desk" });
    expect(await statusOf(owner, agent, key)).toBe(404);
  });

  it("is out here as soon as another server tells of its end", async () => {
    // Its time never comes: only the notice can end it.
    aClockForHeld();
    const { owner, agent } = await anAgent();
    const { key, id } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent });
    await untilHeld(key);
    const other = new pg.Client({ connectionString: ownerUrl });
    await other.connect();
    const told = JSON.stringify({ topic: "members", workspaceId: owner.workspace.id });
    await other.query("BEGIN");
    await other.query(`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = $1`, [id]);
    await other.query("SELECT pg_notify($1, $2)", [busChannel, told]);
    await other.query("COMMIT");
    await other.end();
    await vi.waitFor(async () => expect(await openKey({ db }, key, new Date())).toBeNull(), patiently);
  });

  it("is out within a second though nobody tells of its end: its account is deactivated by hand", async () => {
    const later = aClockForHeld();
    const { owner, agent } = await anAgent();
    const { key } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent });
    await untilHeld(key);
    await db.user.update({ where: { id: owner.actor.userId }, data: { deactivatedAt: new Date() } });
    expect(await askedFor(key)).toBe(0);
    later(1_001);
    expect(await statusOf(owner, agent, key)).toBe(401);
  });

  it("is not held while a change of its workspace is under way here", async () => {
    const { owner, agent } = await anAgent();
    const { key } = await createKey(owner, { name: "Host", scopes: ["deliver"], agent });
    await untilHeld(key);
    await db.$transaction(async (tx) => {
      await notify({ db: tx }, { topic: "members", workspaceId: owner.workspace.id });
      expect(await askedFor(key)).toBeGreaterThan(0);
      expect(await askedFor(key)).toBeGreaterThan(0);
    });
    await untilHeld(key);
  });
});

it("holds no other key, and no wrong one", async () => {
  const { owner } = await anAgent();
  const { key } = await createKey(owner, { name: "Script", scopes: ["read"] });
  await openKey({ db }, key, new Date());
  expect(await askedFor(key)).toBeGreaterThan(0);
  expect(await askedFor(`${key.slice(0, -1)}-`)).toBeGreaterThan(0);
  expect(await askedFor("no-key-at-all")).toBe(0);
});
