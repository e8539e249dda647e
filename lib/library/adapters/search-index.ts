import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { joinSql, type Sql, sql } from "@/lib/db/sql";
import type { SearchTerms } from "@/lib/runtime/search-terms";
import { parseTerms, serialiseTerms } from "@/lib/runtime/stored-terms";
import { textOf } from "@/lib/skills/file-text";
import { parseSkill } from "@/lib/skills/parse-skill";
import { triggerEvalPath } from "@/lib/suites/suite";
import { loadBlobs } from "../blobs";
import { packageCaches } from "../caches/package-caches";
import { countPackageTerms, readTriggers } from "../search/draft-words";

/** A package to be searched, as it was pinned; a draft with its files, which may have moved on since. */
export type SearchedPackage = {
  skillId: string;
  name: string;
  digest: string;
  versionId: string | null;
  files?: readonly PinnedFile[];
};
type PinnedFile = { path: string; sha256: string };

/** Counted at one go for a search; the rest is found by name and description until the next one. */
const mostCounted = 300;

/**
 * The counted words of these packages, by digest, from memory or the index, and counted now for what nobody has
 * counted yet. Loads no text for what is indexed. Some may be missing.
 */
export async function readSearchTerms(
  context: WorkspaceContext,
  packages: readonly SearchedPackage[],
): Promise<Map<string, SearchTerms>> {
  const cache = packageCaches().searchTerms;
  const found = new Map<string, SearchTerms>();
  const wanted = new Map<string, SearchedPackage>();
  for (const entry of packages) {
    const held = cache.get(entry.digest);
    if (held) found.set(entry.digest, held);
    else wanted.set(entry.digest, entry);
  }
  if (wanted.size === 0) return found;
  const keep = (digest: string, terms: SearchTerms) => {
    found.set(digest, terms);
    wanted.delete(digest);
    cache.set(digest, terms, weigh(terms));
  };
  const rows = await context.db.searchTerms.findMany({
    where: { workspaceId: context.workspace.id, digest: { in: [...wanted.keys()] } },
    select: { digest: true, fields: true },
  });
  for (const { digest, fields } of rows) {
    const terms = parseTerms(fields);
    if (terms) keep(digest, terms);
  }
  const missing = [...wanted.values()].slice(0, mostCounted);
  for (const { digest, terms } of await countPackages(context, missing)) keep(digest, terms);
  for (const { digest, name, files } of [...wanted.values()].slice(0, mostCounted)) {
    const terms = files && (await countPinned(context, name, files));
    if (terms) keep(digest, terms);
  }
  return found;
}

/** Of a draft that has moved on: nothing in the database stands for its words any more, its bytes may be there still. */
async function countPinned(
  { db }: WorkspaceContext,
  name: string,
  files: readonly PinnedFile[],
): Promise<SearchTerms | null> {
  const hashOf = (wanted: string) => files.find(({ path }) => path.toLowerCase() === wanted)?.sha256;
  const [skillFile, triggers] = [hashOf("skill.md"), hashOf(triggerEvalPath)];
  if (skillFile === undefined) return null;
  const blobs = await loadBlobs({ db }, triggers === undefined ? [skillFile] : [skillFile, triggers]);
  const text = textOf(blobs.get(skillFile) ?? new Uint8Array());
  if (!text) return null;
  const { body, description } = parseSkill(text, { mode: "lenient", folderName: name });
  return countPackageTerms({
    name,
    description,
    body,
    triggers: readTriggers((triggers !== undefined && blobs.get(triggers)) || null, name),
  });
}

/** Counts the words of a draft that was just written, in its transaction, and keeps them. */
export async function indexDraft(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<SearchTerms> {
  const [counted] = await countPackages({ db, workspace: { id: workspaceId } }, [], [skillId]);
  if (!counted) throw new Error(`There is no draft of ${skillId} to count the words of.`);
  return counted.terms;
}

/** Words that no draft and no version of the workspace stands for any more. */
export async function dropSearchTerms(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  digest: string,
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "SearchTerms" t WHERE t."workspaceId" = ${workspaceId}::uuid AND t.digest = ${digest}
      AND NOT EXISTS (SELECT FROM "Draft" d WHERE d."workspaceId" = t."workspaceId" AND d.digest = t.digest)
      AND NOT EXISTS (SELECT FROM "Version" v WHERE v."workspaceId" = t."workspaceId" AND v.digest = t.digest)`;
}

type PackageRow = {
  digest: string;
  name: string;
  description: string;
  /** Null for a version: only its SKILL.md has it. */
  body: string | null;
  skillFile: Uint8Array | null;
  triggers: Uint8Array | null;
};

async function countPackages(
  context: WorkspaceContext,
  packages: readonly SearchedPackage[],
  drafts: readonly string[] = packages.flatMap(({ skillId, versionId }) =>
    versionId === null ? [skillId] : [],
  ),
): Promise<{ digest: string; terms: SearchTerms }[]> {
  const versions = packages.flatMap(({ versionId }) => (versionId === null ? [] : [versionId]));
  const digests = new Set(packages.map(({ digest }) => digest));
  const rows = [
    ...(drafts.length === 0 ? [] : await draftRows(context, drafts)),
    ...(versions.length === 0 ? [] : await versionRows(context, versions)),
  ].filter(({ digest }) => packages.length === 0 || digests.has(digest));
  const counted: { digest: string; terms: SearchTerms }[] = [];
  for (const row of rows) {
    const terms = await termsOf(row);
    await storeSearchTerms(context, row.digest, terms);
    counted.push({ digest: row.digest, terms });
  }
  return counted;
}

const ids = (values: readonly string[]): Sql => joinSql(values.map((value) => sql`${value}::uuid`));

const draftRows = (
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillIds: readonly string[],
): Promise<PackageRow[]> =>
  db.$queryRaw<PackageRow[]>`
    SELECT d.digest, s.name, d.description, d.body, NULL AS "skillFile", b.bytes AS triggers
    FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
    LEFT JOIN "DraftFile" f ON f."skillId" = d."skillId" AND f.path = ${triggerEvalPath}
    LEFT JOIN "Blob" b ON b.sha256 = f.sha256
    WHERE d."workspaceId" = ${workspaceId}::uuid AND d."skillId" IN (${ids(skillIds)})`;

const versionRows = (
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  versionIds: readonly string[],
): Promise<PackageRow[]> =>
  db.$queryRaw<PackageRow[]>`
    SELECT v.digest, v.name, v.description, NULL AS body, k.bytes AS "skillFile", b.bytes AS triggers
    FROM "Version" v
    LEFT JOIN LATERAL (
      SELECT c.bytes FROM "VersionFile" m JOIN "Blob" c ON c.sha256 = m.sha256
      WHERE m."versionId" = v.id AND lower(m.path) = 'skill.md' ORDER BY m.path COLLATE "C" LIMIT 1
    ) k ON true
    LEFT JOIN "VersionFile" f ON f."versionId" = v.id AND f.path = ${triggerEvalPath}
    LEFT JOIN "Blob" b ON b.sha256 = f.sha256
    WHERE v."workspaceId" = ${workspaceId}::uuid AND v.id IN (${ids(versionIds)})`;

function termsOf({ name, description, body, skillFile, triggers }: PackageRow): Promise<SearchTerms> {
  const text = skillFile === null ? null : textOf(skillFile);
  return countPackageTerms({
    name,
    description,
    body: body ?? (text === null ? "" : parseSkill(text, { mode: "lenient", folderName: name }).body),
    triggers: readTriggers(triggers, name),
  });
}

/** Keeps the counted words of a package for later searches. */
export async function storeSearchTerms(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  digest: string,
  terms: SearchTerms,
): Promise<void> {
  const fields = JSON.stringify(serialiseTerms(terms));
  await db.$executeRaw`
    INSERT INTO "SearchTerms" ("workspaceId", digest, fields)
    VALUES (${workspaceId}::uuid, ${digest}, ${fields}::jsonb)
    ON CONFLICT ("workspaceId", digest) DO UPDATE SET fields = excluded.fields`;
}

/** In characters; a map's entry takes far more than its word. */
function weigh({ counts }: SearchTerms): number {
  return Object.values(counts).reduce((sum, words) => sum + words.size * 40, 0);
}
