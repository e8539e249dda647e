import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { presentUser } from "@/lib/access/present-member";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { defaultPolicy, noProof, type Policy } from "../policy-options";
import { type PolicyState, policyStateSchema } from "../review-schema";
import type { Membership } from "../who-may-judge";

export async function readPolicyState({
  db,
  workspace: { id: workspaceId },
}: WorkspaceContext): Promise<PolicyState> {
  const row = await db.reviewPolicy.findUnique({ where: { workspaceId } });
  if (!row)
    return policyStateSchema.parse({ ...defaultPolicy, declaredIn: null, updatedBy: null, updatedAt: null });
  const personOf = await findPeople({ db }, [row.updatedById]);
  return policyStateSchema.parse({
    ...row,
    proof: row.proof ?? noProof,
    updatedBy: personOf(row.updatedById),
    updatedAt: row.updatedAt.toISOString(),
  });
}

/** What the workspace asks for now. */
export const readPolicy = (context: WorkspaceContext): Promise<Policy> => readPolicyState(context);

/** Everybody who belongs to the workspace now, by user id. */
export async function readMembers({
  db,
  workspace: { id: workspaceId },
}: WorkspaceContext): Promise<Map<string, Membership>> {
  const members = await db.member.findMany({
    where: { workspaceId },
    select: { userId: true, role: true, user: { select: { isMachine: true, deactivatedAt: true } } },
  });
  return new Map(
    members.map(({ userId, role, user: { isMachine, deactivatedAt } }) => [
      userId,
      { role, isMachine, isDeactivated: deactivatedAt !== null },
    ]),
  );
}

/** UNPROCESSABLE, naming them, when some of these cannot be asked: strangers, machines, and whoever does not get in. */
export async function requirePeople(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const people = await db.member.findMany({
    where: { workspaceId, userId: { in: [...userIds] }, user: presentUser },
    select: { userId: true },
  });
  const known = new Set(people.map(({ userId }) => userId));
  const missing = userIds.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new AppError(
      "UNPROCESSABLE",
      "Only people of this workspace whose account is active can be asked for review.",
      {
        details: { missing },
      },
    );
}
