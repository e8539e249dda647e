import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { minuteMs } from "@/lib/kernel/durations";
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
  context: WorkspaceContext,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<PastBytes> {
  const { db, workspace } = context;
  const { versionIds } = await pastVersions(context, agentId);
  const [row] = await db.$queryRaw<{ open: boolean | null }[]>`
    SELECT bool_or(w."versionId" IS NULL) AS open
    FROM "VersionFile" f LEFT JOIN "VersionWithdrawal" w ON w."versionId" = f."versionId"
    WHERE f.sha256 = ${sha256} AND f."workspaceId" = ${workspace.id}::uuid
      AND f."versionId" = ANY(${[...versionIds]}::uuid[])`;
  return said(row?.open ?? null);
}

/** The version that a skill's archive holds. */
export async function findPastArchive(
  context: WorkspaceContext,
  { agentId, archive }: { agentId: string; archive: string },
): Promise<{ state: PastBytes; versionId: string; name: string }> {
  const { db, workspace } = context;
  const versionIds = (await pastVersions(context, agentId)).byArchive.get(archive) ?? [];
  const [row] = await db.$queryRaw<{ versionId: string; name: string; open: boolean }[]>`
    SELECT v.id AS "versionId", v.name, w."versionId" IS NULL AS open
    FROM "Version" v LEFT JOIN "VersionWithdrawal" w ON w."versionId" = v.id
    WHERE v.id = ANY(${[...versionIds]}::uuid[]) AND v."workspaceId" = ${workspace.id}::uuid
    ORDER BY open DESC LIMIT 1`;
  return { state: said(row?.open ?? null), versionId: row?.versionId ?? "", name: row?.name ?? "" };
}

const said = (open: boolean | null): PastBytes =>
  open === null ? "never" : open ? "delivered" : "withdrawn";

type PastVersions = { versionIds: readonly string[]; byArchive: ReadonlyMap<string, readonly string[]> };

/** Of this process, by agent and what is remembered of it. So many versions of all agents. */
const held = new LRUCache<string, PastVersions>({
  maxSize: 200_000,
  sizeCalculation: ({ versionIds }) => versionIds.length + 1,
  ttl: minuteMs,
});
const reading = new Map<string, Promise<PastVersions>>();

/**
 * Every version that an agent is remembered to have been delivered. A hundred deliveries of hundreds of skills are read
 * once for each change of what is remembered, not for each file that somebody asks for.
 */
async function pastVersions(context: WorkspaceContext, agentId: string): Promise<PastVersions> {
  const { db, workspace } = context;
  const { _count, _max } = await db.agentDelivery.aggregate({
    where: { agentId, workspaceId: workspace.id },
    _count: true,
    _max: { at: true },
  });
  const key = `${workspace.id} ${agentId} ${_count} ${_max.at?.getTime()}`;
  const known = held.get(key) ?? reading.get(key);
  if (known) return known;
  const read = readPastVersions(context, agentId);
  reading.set(key, read);
  try {
    const past = await read;
    held.set(key, past);
    return past;
  } finally {
    reading.delete(key);
  }
}

async function readPastVersions({ db, workspace }: WorkspaceContext, agentId: string): Promise<PastVersions> {
  const rows = await db.$queryRaw<{ versionId: string; archive: string }[]>`
    SELECT DISTINCT s.skill->>'versionId' AS "versionId", s.skill->>'archive' AS archive
    FROM "AgentDelivery" d CROSS JOIN jsonb_array_elements(d.skills) AS s(skill)
    WHERE d."agentId" = ${agentId}::uuid AND d."workspaceId" = ${workspace.id}::uuid`;
  const grouped = Map.groupBy(rows, ({ archive }) => archive);
  const byArchive = new Map(
    [...grouped].map(([archive, of]) => [archive, of.map(({ versionId }) => versionId)]),
  );
  return { versionIds: [...new Set(rows.map(({ versionId }) => versionId))], byArchive };
}
