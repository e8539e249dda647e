import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { migrate } from "../../scripts/database/migrate.mjs";

const { ownerUrl } = testDatabase();
const all = path.join(import.meta.dirname, "../../prisma/migrations");
const database = `test_${process.pid}_authors_${randomUUID().slice(0, 8)}`;
const before = mkdtempSync(path.join(tmpdir(), "greenroom-migrations-"));

function urlOf(name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const server = new pg.Client({ connectionString: ownerUrl });
  await server.connect();
  await server.query(statement).finally(() => server.end());
}

const people = {
  ada: randomUUID(),
  rex: randomUUID(),
  ines: randomUUID(),
  omar: randomUUID(),
  bot: randomUUID(),
};
const nameOf = (id: string) => Object.entries(people).find(([, one]) => one === id)?.[0] ?? id;
const workspace = randomUUID();
const digests = { published: "2".repeat(64), now: "3".repeat(64) };
/** Minutes of one day. */
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

let client: pg.Client;
beforeAll(async () => {
  const names = readdirSync(all).sort();
  const own = names.findIndex((name) => name.endsWith("_draft_authors"));
  for (const name of names.filter((one, index) => index < own || one.endsWith(".toml")))
    cpSync(path.join(all, name), path.join(before, name), { recursive: true });
  await onServer(`CREATE DATABASE ${database}`);
  await migrate({ url: urlOf(database), dir: before });
  client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  rmSync(before, { recursive: true, force: true });
});

const weights = `description, body, "metadataTokens", "instructionTokens", "resourceTokens", "errorCount", "warningCount", "blockingCount", size`;

/** A skill with its draft, last saved by somebody at that minute. */
async function aSkill(name: string, draft: { by: string; minute: number; digest: string }): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO "Skill" (id, "workspaceId", name, "nameKey", "createdById", "createdAt")
     VALUES ($1, $2, $3, $3, $4, $5)`,
    [id, workspace, name, people.ada, at(0)],
  );
  await client.query(
    `INSERT INTO "Draft" ("skillId", "workspaceId", digest, "updatedById", "updatedAt", ${weights})
     VALUES ($1, $2, $3, $4, $5, '', '', 0, 0, 0, 0, 0, 0, 0)`,
    [id, workspace, draft.digest, draft.by, at(draft.minute)],
  );
  return id;
}

const aVersion = (skill: string, number: number, minute: number, digest: string) =>
  client.query(
    `INSERT INTO "Version" (id, "workspaceId", "skillId", number, digest, note, name, description, "metadataTokens",
       "instructionTokens", "resourceTokens", size, "authorId", "createdAt")
     VALUES ($1, $2, $3, $4, $5, '', 'x', '', 0, 0, 0, 0, $6, $7)`,
    [randomUUID(), workspace, skill, number, digest, people.omar, at(minute)],
  );
const anAudit = (skill: string, action: string, by: string, minute: number, detail: object = {}) =>
  client.query(
    `INSERT INTO "Audit" ("workspaceId", "actorId", "actorName", action, "objectType", "objectId", detail, "traceId", at)
     VALUES ($1, $2, '', $3, 'skill', $4, $5, '', $6)`,
    [workspace, by, action, skill, JSON.stringify(detail), at(minute)],
  );
const aSave = (skill: string, revision: number, by: string, minute: number) =>
  client.query(
    `INSERT INTO "DraftSave" ("skillId", "workspaceId", revision, paths, "savedById", "savedAt")
     VALUES ($1, $2, $3, '{}', $4, $5)`,
    [skill, workspace, revision, by, at(minute)],
  );

async function aReview(skill: string, state: "open" | "published", minute: number): Promise<string> {
  const review = randomUUID();
  await client.query(
    `INSERT INTO "Review" (id, "workspaceId", "skillId", number, state, title, "requestedById", "updatedAt")
     VALUES ($1, $2, $3, (SELECT count(*) + 1 FROM "Review"), $4::"ReviewState", 'Look', $5, now())`,
    [review, workspace, skill, state, people.ada],
  );
  await client.query(
    `INSERT INTO "ReviewVerdict" (id, "reviewId", "workspaceId", "userId", kind, digest, revision, at)
     VALUES ($1, $2, $3, $4, 'approved', $5, 1, $6)`,
    [randomUUID(), review, workspace, people.rex, digests.now, at(minute)],
  );
  return review;
}

async function authorsOf(skill: string): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ since: number; people: string[] }>(
    `SELECT "sinceVersion" AS since, array_agg("userId"::text) AS people
     FROM "DraftAuthor" WHERE "skillId" = $1 GROUP BY 1 ORDER BY 1`,
    [skill],
  );
  return Object.fromEntries(rows.map(({ since, people: ids }) => [since, ids.map(nameOf).sort()]));
}

/** A machine of Ines's has saved after version 1, besides others before and after it. */
async function aSkillOfMany(): Promise<string> {
  await client.query(
    `INSERT INTO "ApiKey" (id, "workspaceId", name, prefix, hash, "userId", "createdById")
     VALUES ($1, $2, 'Build', 'grk_', $3, $4, $5)`,
    [randomUUID(), workspace, "a".repeat(64), people.bot, people.ines],
  );
  const skill = await aSkill("triage", { by: people.omar, minute: 50, digest: digests.now });
  await anAudit(skill, "draft.saved", people.rex, 5);
  await aVersion(skill, 1, 10, digests.published);
  await aSave(skill, 2, people.bot, 20);
  await anAudit(skill, "draft.restored", people.ada, 25);
  await anAudit(skill, "skill.published", people.rex, 26);
  return skill;
}

/** Of which only the draft's own row says who saved, before the version that there is. */
async function aSkillSavedBy(name: string, by: string, digest: string): Promise<string> {
  const skill = await aSkill(name, { by, minute: 5, digest });
  await aVersion(skill, 1, 10, digests.published);
  return skill;
}

async function anImportedSkill(): Promise<string> {
  const skill = await aSkill("imported", { by: people.ada, minute: 41, digest: digests.now });
  const importId = randomUUID();
  await client.query(
    `INSERT INTO "Import" (id, "workspaceId", sources, "createdById") VALUES ($1, $2, '[]', $3)`,
    [importId, workspace, people.rex],
  );
  await anAudit(skill, "skill.imported", people.ada, 41, { importId });
  return skill;
}

async function aSuggestedSkill(): Promise<string> {
  const skill = await aSkill("suggested", { by: people.ada, minute: 42, digest: digests.now });
  const review = await aReview(skill, "open", 30);
  const thread = randomUUID();
  await client.query(
    `INSERT INTO "Thread" (id, "workspaceId", "skillId", "reviewId", anchor, "createdById", "updatedAt")
     VALUES ($1, $2, $3, $4, 'general', $5, now())`,
    [thread, workspace, skill, review, people.ines],
  );
  await client.query(
    `INSERT INTO "Comment" (id, "threadId", "workspaceId", "authorId", body, suggestion, "appliedAt")
     VALUES ($1, $2, $3, $4, '', 'x', $5)`,
    [randomUUID(), thread, workspace, people.ines, at(42)],
  );
  return skill;
}

async function aJudgedSkill(name: string, state: "open" | "published"): Promise<void> {
  const skill = await aSkill(name, { by: people.ada, minute: 43, digest: digests.now });
  await aReview(skill, state, 30);
  await anAudit(skill, "finding.restored", people.ines, 31);
}

describe("data from before authors were kept", () => {
  it("counts whoever is known to have written what is there, of each version", async () => {
    await client.query(`INSERT INTO "Workspace" (id, slug, name, "updatedAt") VALUES ($1, 'm', 'M', now())`, [
      workspace,
    ]);
    const skill = await aSkillOfMany();
    const forgotten = await aSkillSavedBy("forgotten", people.rex, digests.now);
    const same = await aSkillSavedBy("same", people.rex, digests.published);
    const copy = await aSkill("copy", { by: people.omar, minute: 40, digest: digests.now });
    await anAudit(copy, "skill.duplicated", people.omar, 40, { from: "triage" });
    const imported = await anImportedSkill();
    const suggested = await aSuggestedSkill();
    await aJudgedSkill("judged", "open");
    await aJudgedSkill("ended", "published");

    await migrate({ url: urlOf(database), dir: all });

    expect(await authorsOf(skill)).toEqual({ 0: ["ada", "rex"], 1: ["ada", "bot", "ines", "omar"] });
    expect(await authorsOf(forgotten)).toEqual({ 0: ["ada"], 1: ["rex"] });
    expect(await authorsOf(same)).toEqual({ 0: ["ada"] });
    expect(await authorsOf(copy)).toEqual({ 0: ["ada", "bot", "ines", "omar", "rex"] });
    expect(await authorsOf(imported)).toEqual({ 0: ["ada", "rex"] });
    expect(await authorsOf(suggested)).toEqual({ 0: ["ada", "ines"] });
    const { rows } = await client.query(
      `SELECT s.name FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId" WHERE d."findingsRevision" = 1`,
    );
    expect(rows).toEqual([{ name: "judged" }]);
    await expect(client.query(`DELETE FROM "DraftAuthor"`)).rejects.toThrow("append-only");
  });
});
