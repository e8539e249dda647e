import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type Sql, sql } from "@/lib/db/sql";
import { sha256 } from "@/lib/platform/crypto";
import { textOf } from "@/lib/skills/file-text";
import { parseSkill } from "@/lib/skills/parse-skill";
import { latestVersionSql } from "../which-version/latest-version";
import { embeddedText } from "./embedded-text";

export type Unembedded = { digest: string; text: string; textSha256: string };

/**
 * Drafts, and the versions that agents can be given: the newest, what a label is on and what an agent is pinned to. Not
 * what is archived, and no older version: each costs a text.
 */
const wantedSql = (workspaceId: string, model: string): Sql => sql`
  SELECT wanted.digest, min(wanted."skillId"::text)::uuid AS "skillId", min(wanted."versionId"::text)::uuid AS "versionId"
  FROM (
    SELECT d.digest, d."skillId", NULL::uuid AS "versionId"
    FROM "Draft" d JOIN "Skill" s ON s.id = d."skillId"
    WHERE s."workspaceId" = ${workspaceId}::uuid AND s."archivedAt" IS NULL
    UNION ALL
    SELECT v.digest, NULL::uuid, v.id
    FROM "Skill" s CROSS JOIN LATERAL (${latestVersionSql}) v
    WHERE s."workspaceId" = ${workspaceId}::uuid AND s."archivedAt" IS NULL
    UNION ALL
    SELECT v.digest, NULL::uuid, v.id
    FROM "Version" v JOIN "Skill" s ON s.id = v."skillId"
    WHERE s."workspaceId" = ${workspaceId}::uuid AND s."archivedAt" IS NULL AND (
      EXISTS (SELECT FROM "Label" l WHERE l."versionId" = v.id)
      OR EXISTS (SELECT FROM "Assignment" a WHERE a."versionId" = v.id))
  ) wanted
  WHERE NOT EXISTS (
    SELECT FROM "SkillVector" t
    WHERE t."workspaceId" = ${workspaceId}::uuid AND t.model = ${model} AND t.digest = wanted.digest)
  GROUP BY wanted.digest`;

type Row = {
  digest: string;
  name: string;
  /** Null for a draft that was saved in this very moment: its turn comes again. */
  description: string | null;
  body: string | null;
  skillFile: Uint8Array | null;
};

/** At most so many packages that a model has no vector of, with the text that says what they mean. */
export async function listUnembedded(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  model: string,
  most: number,
): Promise<Unembedded[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT w.digest, coalesce(s.name, v.name) AS name, coalesce(d.description, v.description) AS description, d.body,
      CASE WHEN d.digest IS NULL THEN k.bytes END AS "skillFile"
    FROM (${wantedSql(workspaceId, model)} ORDER BY wanted.digest LIMIT ${most}) w
    LEFT JOIN "Skill" s ON s.id = w."skillId"
    LEFT JOIN "Draft" d ON d."skillId" = w."skillId" AND d.digest = w.digest
    LEFT JOIN "Version" v ON v.id = w."versionId"
    LEFT JOIN LATERAL (
      SELECT c.bytes FROM "VersionFile" m JOIN "Blob" c ON c.sha256 = m.sha256
      WHERE m."versionId" = v.id AND lower(m.path) = 'skill.md' ORDER BY m.path COLLATE "C" LIMIT 1
    ) k ON true`;
  return rows.flatMap((row) => {
    const { digest, name, description } = row;
    if (description === null) return [];
    const text = embeddedText({ name, description, body: bodyOf(row) });
    return [{ digest, text, textSha256: sha256(text) }];
  });
}

function bodyOf({ name, body, skillFile }: Row): string {
  if (body !== null) return body;
  const text = skillFile && textOf(skillFile);
  return text ? parseSkill(text, { mode: "lenient", folderName: name }).body : "";
}
