import "server-only";
import { emptySql, type Sql, sql } from "@/lib/db/sql";
import type { Context } from "./context";
import { can } from "./permissions";
import { type AccessDecision, decideAccess, type MembersGroup, parseAccess } from "./skill-access";

/** Who manages access sees every skill, whatever it is open to. */
const managesAccess = ({ workspace }: Context): boolean => can(workspace.role, "access.manage");

/**
 * The ids of the skills that are not open to the asker. Empty, without a question to the database, for who manages
 * access; else it is read by the few skills that anybody ever limited, unless a limited group has the asker.
 */
export async function findHiddenSkills(context: Context): Promise<string[]> {
  if (managesAccess(context)) return [];
  const decided = await decideSkills(context, emptySql);
  return decided.filter((one) => !one.in).map(({ skillId }) => skillId);
}

/** Tells which rows of a list that many skills have a part in are open to the asker; asks once for all of them. */
export async function readSight(context: Context): Promise<(row: { skillId: string }) => boolean> {
  const hidden = new Set(await findHiddenSkills(context));
  return ({ skillId }) => !hidden.has(skillId);
}

/** What is decided for the asker of these skills, by id; what is open to everyone is not in it. */
export async function decideSights(
  context: Context,
  skillIds: readonly string[],
): Promise<ReadonlyMap<string, AccessDecision>> {
  const decided = await decideSkills(context, sql`AND s.id = ANY (${[...skillIds]}::uuid[])`);
  return new Map(decided.map(({ skillId, ...decision }) => [skillId, decision]));
}

/** Whether this skill is open to the asker; true for one that is not here. */
export async function isInSight(context: Context, skillId: string): Promise<boolean> {
  return managesAccess(context) || ((await decideSights(context, [skillId])).get(skillId)?.in ?? true);
}

type Row = { skillId: string; access: unknown; looksAfter: boolean };

async function decideSkills(
  context: Context,
  narrowed: Sql,
): Promise<(AccessDecision & { skillId: string })[]> {
  const { db, workspace, actor } = context;
  const groups = await readGroupsOf(context);
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id AS "skillId", s.access, (s."createdById" = ${actor.userId}::uuid OR EXISTS (
      SELECT FROM "SkillMaintainer" m WHERE m."skillId" = s.id AND m."userId" = ${actor.userId}::uuid)) AS "looksAfter"
    FROM "Skill" s
    WHERE s."workspaceId" = ${workspace.id}::uuid
      ${groups.some(({ limited }) => limited) ? emptySql : sql`AND s."accessRevision" > 0`} ${narrowed}`;
  const manages = managesAccess(context);
  return rows.map(({ skillId, access, looksAfter }) => {
    const asker = { kind: "person", userId: actor.userId, manages, looksAfter, groups } as const;
    return { skillId, ...decideAccess(parseAccess(access), asker) };
  });
}

const readGroupsOf = ({ db, workspace, actor }: Context): Promise<MembersGroup[]> =>
  db.memberGroup.findMany({
    where: { workspaceId: workspace.id, members: { some: { userId: actor.userId } } },
    select: { id: true, name: true, limited: true },
    orderBy: { name: "asc" },
  });
