import "server-only";
import type { Context } from "./context";
import { holdAdmission } from "./hold-admission";
import { isAllowed, type Permission, requirePermission } from "./permissions";

/** One skill of the context's workspace, by its name or its id. */
export type SkillReference = { skill: string } | { skillId: string };

/**
 * Whether the actor may do this to this one skill: by their role, or because they are its co-maintainer, who counts
 * as an author of it and of nothing else. A key's scopes bind a co-maintainer as they bind everybody. False for a
 * skill that is not there.
 */
export async function isAllowedOn(
  context: Context,
  skill: SkillReference,
  permission: Permission,
): Promise<boolean> {
  if (isAllowed(context, permission)) return true;
  return isAllowed(asAuthor(context), permission) && (await isMaintainer(context, skill));
}

/**
 * `requirePermission` for an act on one existing skill. Throws its FORBIDDEN; says nothing of whether the skill
 * exists, so the command still answers NOT_FOUND by itself. Making another skill asks for the role alone.
 */
export async function requireSkillPermission(
  context: Context,
  skill: SkillReference,
  permission: Permission,
): Promise<void> {
  if (!(await isAllowedOn(context, skill, permission))) requirePermission(context, permission);
}

/**
 * `holdAdmission` for an act on one skill that was allowed when the request began: what it rests on stays until the
 * transaction ends, and is looked at again when the role has changed since.
 */
export async function holdSkillPermission(
  context: Context,
  skill: SkillReference,
  permission: Permission,
): Promise<Context> {
  const now = await holdAdmission(context);
  if (now.workspace.role !== context.workspace.role) await requireSkillPermission(now, skill, permission);
  return now;
}

/** `isAllowedOn` for many skills, by their ids, with one question to the database at most. */
export async function findAllowedOn(
  context: Context,
  skillIds: readonly string[],
  permission: Permission,
): Promise<(skillId: string) => boolean> {
  if (isAllowed(context, permission)) return () => true;
  if (!isAllowed(asAuthor(context), permission) || skillIds.length === 0) return () => false;
  const rows = await context.db.skillMaintainer.findMany({
    where: {
      userId: context.actor.userId,
      workspaceId: context.workspace.id,
      skillId: { in: [...skillIds] },
    },
    select: { skillId: true },
  });
  const maintained = new Set(rows.map(({ skillId }) => skillId));
  return (skillId) => maintained.has(skillId);
}

const asAuthor = ({ actor }: Context) => ({ actor, workspace: { role: "author" as const } });

async function isMaintainer(
  { actor: { userId }, workspace, db }: Context,
  skill: SkillReference,
): Promise<boolean> {
  const row = await db.skillMaintainer.findFirst({
    where: {
      userId,
      workspaceId: workspace.id,
      ...("skillId" in skill
        ? { skillId: skill.skillId }
        : { skill: { workspaceId: workspace.id, name: skill.skill } }),
    },
    select: { skillId: true },
  });
  return row !== null;
}
