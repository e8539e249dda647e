import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { latestOf, resolveFollow } from "@/lib/library/which-version/resolve-follow";
import { findPeople, type Person } from "@/lib/people/find-people";
import type { Assignment } from "../schema";

const facts = {
  metadataTokens: true,
  instructionTokens: true,
  resourceTokens: true,
  modelInvocable: true,
  userInvocable: true,
  whenToUse: true,
} as const;

/** Enough of a skill to say what an assignment stands for; no file and no body is read. */
export const withSkillState = {
  version: { select: { number: true } },
  skill: {
    select: {
      id: true,
      name: true,
      archivedAt: true,
      draft: { select: { revision: true, digest: true, description: true, ...facts } },
      versions: {
        select: {
          id: true,
          number: true,
          digest: true,
          description: true,
          withdrawal: { select: { reason: true, withdrawnById: true } },
          ...facts,
        },
        orderBy: { number: "desc" },
      },
      labels: { select: { name: true, versionId: true }, orderBy: { name: "asc" } },
    },
  },
} as const satisfies Prisma.AssignmentInclude;

export type AssignmentRow = Prisma.AssignmentGetPayload<{ include: typeof withSkillState }>;

/** Every assignment of an agent, on or off, in order of priority. */
export async function readAssignments(context: WorkspaceContext, agentId: string): Promise<Assignment[]> {
  const rows = await context.db.assignment.findMany({
    where: { agentId, workspaceId: context.workspace.id },
    include: withSkillState,
    orderBy: [{ priority: "asc" }, { skill: { name: "asc" } }],
  });
  const personOf = await findPeople(context, rows.flatMap(withdrawersOf));
  return rows.map((row) => toAssignment(row, personOf));
}

const withdrawersOf = ({ skill }: AssignmentRow): string[] =>
  skill.versions.flatMap(({ withdrawal }) => (withdrawal ? [withdrawal.withdrawnById] : []));

function toAssignment(
  { skill, version, ...row }: AssignmentRow,
  personOf: (id: string) => Person,
): Assignment {
  const { draft, labels } = skill;
  const versions = skill.versions.map(({ withdrawal, ...rest }) => ({
    ...rest,
    withdrawal: withdrawal && { by: personOf(withdrawal.withdrawnById).name, reason: withdrawal.reason },
  }));
  const offered = versions.filter(({ withdrawal }) => !withdrawal);
  const resolved = resolveFollow(row, { draft, versions, labels });
  const numbers = new Map(versions.map(({ id, number }) => [id, number]));
  return {
    skillId: skill.id,
    skill: skill.name,
    description: resolved.kind === "none" ? (draft?.description ?? "") : resolved.description,
    enabled: row.enabled,
    priority: row.priority,
    follows: row.follows,
    label: row.label,
    version: version?.number ?? null,
    resolved,
    archived: skill.archivedAt !== null,
    choices: {
      latest: latestOf(versions)?.number ?? null,
      versions: offered.map(({ number }) => number),
      labels: labels.flatMap(({ name, versionId }) => {
        const number = numbers.get(versionId);
        return number === undefined ? [] : [{ name, version: number }];
      }),
      draftRevision: draft?.revision ?? null,
    },
  };
}
