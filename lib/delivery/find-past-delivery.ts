import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { type PastSkill, pastSkillSchema } from "./schema";

const pastSkillsSchema = z.array(pastSkillSchema);

/** What an agent was delivered under a digest, in order; null for what it was not, or too long ago to be kept. */
export async function findPastDelivery(
  { db, workspace }: WorkspaceContext,
  { agentId, digest }: { agentId: string; digest: string },
): Promise<PastSkill[] | null> {
  const row = await db.agentDelivery.findFirst({
    where: { agentId, digest, workspaceId: workspace.id },
    select: { skills: true },
  });
  return row && pastSkillsSchema.parse(row.skills);
}

/** Whether bytes may still be had: `withdrawn` where every version that brought them to this agent was. */
export type PastBytes = "delivered" | "withdrawn" | "never";

/** The same of a file, by the sha256 of its bytes. */
export async function findPastFile(
  { db, workspace }: WorkspaceContext,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<PastBytes> {
  const [row] = await db.$queryRaw<{ open: boolean | null }[]>`
    SELECT bool_or(w."versionId" IS NULL) AS open
    FROM "VersionFile" f LEFT JOIN "VersionWithdrawal" w ON w."versionId" = f."versionId"
    WHERE f.sha256 = ${sha256} AND f."workspaceId" = ${workspace.id}::uuid AND EXISTS (
      SELECT FROM "AgentDelivery" d
      WHERE d."agentId" = ${agentId}::uuid AND d."workspaceId" = ${workspace.id}::uuid
        AND d.skills @> jsonb_build_array(jsonb_build_object('versionId', f."versionId"::text)))`;
  return said(row?.open ?? null);
}

/** The version that a skill's archive holds. */
export async function findPastArchive(
  { db, workspace }: WorkspaceContext,
  { agentId, archive }: { agentId: string; archive: string },
): Promise<{ state: PastBytes; versionId: string; name: string }> {
  const [row] = await db.$queryRaw<{ versionId: string; name: string; open: boolean }[]>`
    SELECT v.id AS "versionId", v.name, w."versionId" IS NULL AS open
    FROM "AgentDelivery" d CROSS JOIN jsonb_array_elements(d.skills) AS s(skill)
    JOIN "Version" v ON v.id = (s.skill->>'versionId')::uuid AND v."workspaceId" = d."workspaceId"
    LEFT JOIN "VersionWithdrawal" w ON w."versionId" = v.id
    WHERE d."agentId" = ${agentId}::uuid AND d."workspaceId" = ${workspace.id}::uuid
      AND d.skills @> jsonb_build_array(jsonb_build_object('archive', ${archive}::text))
      AND s.skill->>'archive' = ${archive}
    ORDER BY open DESC LIMIT 1`;
  return { state: said(row?.open ?? null), versionId: row?.versionId ?? "", name: row?.name ?? "" };
}

const said = (open: boolean | null): PastBytes =>
  open === null ? "never" : open ? "delivered" : "withdrawn";
