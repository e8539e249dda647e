import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getVersion } from "@/lib/library/versions/get-version";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { startAnotherServer } from "@/lib/testing/another-server";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { editSource } from "./commands/edit-source";
import { resumeBrokenSyncs } from "./commands/resume-broken-syncs";
import { listSources } from "./list-sources";

allowLocalServers();
needsGit();
const { db, ownerUrl } = testDatabase();

const syncWhatIsDue = `
  const { runTypescript } = await import("./scripts/run-typescript.mjs");
  const { syncDueSources } = await runTypescript("lib/sources/commands/sync-due-sources.ts");
  const { database } = await runTypescript("lib/db/client.ts");
  await syncDueSources({ db: database() }, () => new Date());
  process.exit();
`;

const texts = (body: string) =>
  Object.fromEntries(
    ["a", "b", "c"].flatMap((name) => [
      [`${name}/SKILL.md`, skillText(name, body)],
      [`${name}/more.md`, body],
    ]),
  );

/** Holds rows as somebody else's transaction does, until the test ends or lets go of them. */
async function hold(sql: string, values: string[] = []): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: ownerUrl });
  await other.connect();
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await other.query("ROLLBACK");
    await other.end();
  };
  onTestFinished(letGo);
  await other.query("BEGIN");
  await other.query(sql, values);
  return letGo;
}

/** Whether a connection waits for a row that somebody else holds. */
const isWaiting = async () => {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.datname = current_database()) AS waits`;
  return row?.waits === true;
};

type Asked = { asksReview?: boolean; publishes?: boolean };

/** A source of three skills, synced once, with something new, which another server begins to sync. */
async function aDueSource({ asksReview = false, publishes = false }: Asked) {
  await db.source.deleteMany();
  const context = await aContext(db);
  await aColleague(context, "reviewer");
  const remote = await aSkillRepository(texts("First."));
  const { source, sync } = await aSource(context, remote.url, { name: "Team", asksReview });
  await sync();
  await db.review.deleteMany({ where: { workspaceId: context.workspace.id } });
  if (publishes) await changePolicy(context, { publishOnSync: ["Team"] });
  const first = (await listSources(context))[0]?.synced?.revision;
  const second = await remote.commit(texts("Second."));
  await editSource(context, { source: source.id, everyMinutes: 1_440 });
  const drafts = async () => {
    const rows = await db.draft.findMany({
      where: { workspaceId: context.workspace.id },
      select: { body: true, skill: { select: { name: true } }, files: { select: { sha256: true } } },
    });
    return Object.fromEntries(rows.map(({ skill, body }) => [skill.name, body.trim()]));
  };
  const reviews = async () => {
    const rows = await db.review.findMany({
      where: { workspaceId: context.workspace.id },
      select: { skill: { select: { name: true } } },
    });
    return rows.map(({ skill }) => skill.name).sort();
  };
  const row = () => db.source.findUniqueOrThrow({ where: { id: source.id } });
  return { context, source, sync, first, second, drafts, reviews, row };
}

/** Another server syncs, and is killed while it waits for what is held. */
async function killWhileHeld(letGo: () => Promise<void>): Promise<void> {
  const other = startAnotherServer(syncWhatIsDue);
  let waits = false;
  const looking = setInterval(async () => {
    waits = await isWaiting().catch(() => false);
  }, 50);
  try {
    await other.until(() => waits);
  } finally {
    clearInterval(looking);
  }
  await other.kill();
  await letGo();
}

/** After the dead server's lease. */
const resume = async (row: () => Promise<{ leaseUntil: Date | null }>) => {
  const { leaseUntil } = await row();
  if (leaseUntil === null) throw new Error("The other server had no lease.");
  expect(await resumeBrokenSyncs({ db }, () => new Date(leaseUntil.getTime() - 1))).toBe(0);
  return resumeBrokenSyncs({ db }, () => leaseUntil);
};

const countOf = (context: Context, skill: string) =>
  db.version.count({ where: { skill: { workspaceId: context.workspace.id, name: skill } } });

describe("a sync", () => {
  it.each<[string, DraftChange]>([
    ["text", { op: "write", path: "more.md", text: "Ours.\n" }],
    ["executable files", { op: "set-executable", path: "more.md", executable: true }],
  ])("leaves a draft alone whose %s somebody saves before it comes to it", async (_, change) => {
    const { context, drafts, sync } = await aDueSource({});
    const draftOf = (name: string) =>
      db.draft.findFirstOrThrow({ where: { skill: { workspaceId: context.workspace.id, name } } });
    const letGo = await hold('SELECT 1 FROM "Draft" WHERE "skillId" = $1 FOR NO KEY UPDATE', [
      (await draftOf("a")).skillId,
    ]);
    const syncing = sync();
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 20_000 });
    const { revision } = await draftOf("b");
    await changeDraft(context, { skill: "b", baseRevision: revision, changes: [change] });
    await letGo();
    expect(JSON.stringify((await syncing).report)).toContain(
      "Somebody saved b meanwhile; the draft was left as it is.",
    );
    expect(await drafts()).toEqual({ a: "Second.", b: "First.", c: "Second." });
    expect((await draftOf("b")).revision).toBe(revision + 1);
  });
});

describe("a server that is killed in the middle of a sync", () => {
  it("has changed each skill whole or not at all, and another one does the rest", async () => {
    const due = await aDueSource({});
    const { context, first, second, drafts, row } = due;
    const letGo = await hold(
      `SELECT 1 FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
       WHERE s."workspaceId" = $1 AND s.name = 'b' FOR NO KEY UPDATE OF d`,
      [context.workspace.id],
    );
    await killWhileHeld(letGo);
    expect(await drafts()).toEqual({ a: "Second.", b: "First.", c: "First." });
    const files = await db.draftFile.findMany({
      where: { workspaceId: context.workspace.id, path: "more.md" },
      select: { sha256: true },
    });
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(2);
    expect((await row()).syncedRevision).toBe(first);
    expect(await resume(row)).toBe(1);
    expect(await drafts()).toEqual({ a: "Second.", b: "Second.", c: "Second." });
    expect(await row()).toMatchObject({ syncedRevision: second, failure: null, leaseUntil: null });
    expect(await resumeBrokenSyncs({ db }, () => new Date("2040-01-01"))).toBe(0);
  });

  it("after the drafts were stored: the reviews that it owed are asked for, each once", async () => {
    const { sync, drafts, reviews, row } = await aDueSource({ asksReview: true });
    const letGo = await hold('LOCK TABLE "Review" IN SHARE ROW EXCLUSIVE MODE');
    await killWhileHeld(letGo);
    expect([await drafts(), await reviews()]).toEqual([{ a: "Second.", b: "Second.", c: "Second." }, []]);
    expect(await resume(row)).toBe(1);
    expect(await reviews()).toEqual(["a", "b", "c"]);
    expect((await sync()).report?.notes).toEqual([]);
    expect(await reviews()).toEqual(["a", "b", "c"]);
  });

  it("after the drafts were stored: what it was to publish is published by the next sync of a person", async () => {
    const { context, sync, row } = await aDueSource({ publishes: true });
    const held = await hold('LOCK TABLE "Version" IN SHARE ROW EXCLUSIVE MODE');
    await killWhileHeld(held);
    expect(await countOf(context, "b")).toBe(0);
    await db.source.updateMany({ data: { leaseUntil: new Date(0) } });
    const synced = await sync();
    expect(synced.report?.entries.map(({ skill, message }) => [skill, message])).toEqual(
      ["a", "b", "c"].map((name) => [name, "Published as version 1."]),
    );
    expect((await getVersion(context, { skill: "b", number: 1 })).approval?.source?.revision).toBe(
      (await row()).syncedRevision,
    );
  });

  it("is followed by one other and no more: that one has nobody to go on for it", async () => {
    const { row } = await aDueSource({});
    await db.source.updateMany({ data: { leaseUntil: new Date(1), leaseById: null } });
    expect(await resumeBrokenSyncs({ db }, () => new Date())).toBe(0);
    expect(await row()).toMatchObject({ failure: null });
  });

  it("is not done again for somebody who may not sync any more, and says that nobody is there", async () => {
    const { context, row } = await aDueSource({});
    await db.source.updateMany({ data: { leaseUntil: new Date(1), leaseById: context.actor.userId } });
    await db.member.updateMany({ where: { workspaceId: context.workspace.id }, data: { role: "author" } });
    expect(await resumeBrokenSyncs({ db }, () => new Date())).toBe(0);
    expect(await row()).toMatchObject({ failure: "nobody", leaseUntil: null });
  });
});
