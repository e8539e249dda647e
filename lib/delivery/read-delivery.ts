import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import {
  type DecidedDelivery,
  type Deliverable,
  type DeliveryCandidate,
  decideDeliverable,
} from "@/lib/agents/decide-deliverable";
import { readDeliverable } from "@/lib/agents/read-deliverable";
import { type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/kernel/app-error";
import {
  type FollowedRow,
  followedColumns,
  followedJoins,
  toFollowed,
} from "@/lib/library/which-version/get-version-by-follow";
import type { FollowKind } from "@/lib/runtime/follow-kinds";
import type { DeliveredSkill, Delivery } from "./delivered";
import { deliveryDigest } from "./delivery-digest";
import type { DeliverySource } from "./delivery-source";
import { type ReadVersion, readVersions } from "./read-versions";

/**
 * What a source is delivered at this moment: every address of a delivery is made from this. Asks nobody for permission.
 * Of an agent, what the host of its dialect does not load is left out too. NOT_FOUND for an agent that is not here.
 */
export async function readDelivery(context: WorkspaceContext, source: DeliverySource): Promise<Delivery> {
  const { agent, skills: decided, leftOut } = await decide(context, source);
  const versions = await readVersions(
    context,
    decided.map(({ version }) => version.versionId),
  );
  // A version that is not there any more went with its skill while this was read.
  const skills = decided.flatMap((one) => {
    const version = versions.get(one.version.versionId);
    return version ? toDelivered(one, version) : [];
  });
  return { agent, digest: deliveryDigest(skills), skills, leftOut };
}

function toDelivered(one: Deliverable, { files, ...version }: ReadVersion): DeliveredSkill {
  const { skillId, skill, folder: name, follows, label } = one;
  const { description, modelInvocable, userInvocable, whenToUse } = one.version;
  const invocation = { modelInvocable, userInvocable, whenToUse };
  return { skillId, name, skill, description, ...invocation, follows, label, version, files };
}

type Decided = DecidedDelivery & Pick<Delivery, "agent">;

async function decide(context: WorkspaceContext, source: DeliverySource): Promise<Decided> {
  if (source.kind !== "agent") {
    const candidates = await readCandidates(context, followedBy(context, source));
    return { agent: null, ...(await decideDeliverable(candidates)) };
  }
  const { db, workspace } = context;
  const agent = await db.agent.findFirst({
    where: { id: source.agentId, workspaceId: workspace.id },
    select: { id: true, slug: true, name: true, dialect: true },
  });
  if (!agent) throw new AppError("NOT_FOUND", "There is no such agent here.");
  const { id, slug, name } = agent;
  return { agent: { id, slug, name }, ...(await readDeliverable(context, agent)) };
}

/** Rows of ("skillId", follows, label, "versionId"). */
function followedBy(
  { workspace }: WorkspaceContext,
  source: Exclude<DeliverySource, { kind: "agent" }>,
): Sql {
  if (source.kind === "label")
    return sql`
      SELECT "skillId", 'label' AS follows, name AS label, NULL::uuid AS "versionId" FROM "Label"
      WHERE "workspaceId" = ${workspace.id}::uuid AND name = ${source.label}`;
  const { skillIds, label } = source;
  return sql`
    SELECT DISTINCT unnest(${[...skillIds]}::uuid[]) AS "skillId", ${label === null ? "latest" : "label"} AS follows,
      ${label}::text AS label, NULL::uuid AS "versionId"`;
}

type CandidateRow = FollowedRow & {
  skillId: string;
  skill: string;
  archived: boolean;
  follows: FollowKind;
  label: string | null;
  folder: string | null;
};

/** By name; what is not in this workspace is not there. */
async function readCandidates(
  { db, workspace }: WorkspaceContext,
  followed: Sql,
): Promise<DeliveryCandidate[]> {
  const rows = await db.$queryRaw<CandidateRow[]>`
    SELECT a."skillId", s.name AS skill, s."archivedAt" IS NOT NULL AS archived, a.follows, a.label,
      v.name AS folder, ${followedColumns}
    FROM (${followed}) a
    JOIN "Skill" s ON s.id = a."skillId" AND s."workspaceId" = ${workspace.id}::uuid
    ${followedJoins}
    ORDER BY s.name COLLATE "C"`;
  return rows.map((row) => {
    const { skillId, skill, archived, follows, label, folder } = row;
    const resolved = toFollowed({ follows, label, versionId: null }, row);
    return { skillId, skill, archived, follows, label, folder, resolved };
  });
}
