import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { readReasons } from "./internal/read-reasons";
import { lastDays, type Period, visibleActivity } from "./internal/visible-activity";
import {
  type ListWorkspaceActivity,
  listWorkspaceActivitySchema,
  type QuietSkill,
  type WorkspaceActivity,
} from "./schema";

const mostQuiet = 100;
const mostBusy = 8;
const mostPairs = 50;
const reasonsEach = 3;

/** Which skills of the workspace never fire, and which fire together, in conversations that the asker may see. */
export async function getWorkspaceActivity(
  context: Context,
  input: ListWorkspaceActivity,
): Promise<WorkspaceActivity> {
  requirePermission(context, "library.read");
  const { days } = listWorkspaceActivitySchema.parse(input);
  const period = { ...lastDays(context.now(), days), hidden: await findHiddenSkills(context) };
  const [skills, quiet, busiest, together, keptSince] = await Promise.all([
    context.db.skill.count({
      where: { workspaceId: context.workspace.id, archivedAt: null, id: { notIn: period.hidden } },
    }),
    readQuiet(context, period),
    readBusiest(context, period),
    readPairs(context, period),
    readKeptSince(context),
  ]);
  const { from, through } = period;
  return { from, through, keptSince, skills, ...quiet, busiest, together };
}

type QuietRow = Omit<QuietSkill, "skill" | "reasons"> & { id: string; name: string; all: number };

/** Days, and the skills that the asker does not see. */
type Seen = Period & { hidden: readonly string[] };

async function readQuiet(context: Context, period: Seen) {
  const { from, through } = period;
  const rows = await context.db.$queryRaw<QuietRow[]>`
    WITH told AS (
      SELECT "skillId", sum(turns) FILTER (WHERE outcome IN ('not-chosen', 'refused'))::int AS offered,
        COALESCE(sum(count) FILTER (WHERE outcome IN ('activated', 'repeated', 'already-active', 'in-prompt', 'held')), 0)
          AS used
      FROM "SkillActivity"
      WHERE "workspaceId" = ${context.workspace.id}::uuid AND day BETWEEN ${from}::date AND ${through}::date
        AND ${visibleActivity(context)}
      GROUP BY "skillId"
    )
    SELECT skill.id, skill.name, COALESCE(told.offered, 0) AS offered, count(*) OVER ()::int AS all,
      EXISTS (SELECT 1 FROM "Version" WHERE "skillId" = skill.id) AS "isPublished",
      (SELECT count(*)::int FROM "Assignment" WHERE "skillId" = skill.id) AS agents,
      (SELECT max(day)::text FROM "SkillFiring" WHERE "skillId" = skill.id AND day < ${from}::date
        AND ${visibleActivity(context)}) AS "lastActivated"
    FROM "Skill" skill LEFT JOIN told ON told."skillId" = skill.id
    WHERE skill."workspaceId" = ${context.workspace.id}::uuid AND skill."archivedAt" IS NULL
      AND COALESCE(told.used, 0) = 0 AND skill.id <> ALL (${[...period.hidden]}::uuid[])
    ORDER BY offered DESC, skill.name LIMIT ${mostQuiet}`;
  const reasons = await readReasons(context, { ...period, skillIds: rows.map(({ id }) => id) });
  const quiet = rows.map(({ id, name, all: _, ...row }) => ({
    ...row,
    skill: name,
    reasons: (reasons.get(id) ?? []).slice(0, reasonsEach),
  }));
  return { quiet, quietCount: rows[0]?.all ?? 0 };
}

async function readBusiest(context: Context, { from, through, hidden }: Seen) {
  return context.db.$queryRaw<WorkspaceActivity["busiest"]>`
    WITH fired AS (
      SELECT "skillId", count(*)::int AS conversations FROM "SkillFiring"
      WHERE "workspaceId" = ${context.workspace.id}::uuid AND day BETWEEN ${from}::date AND ${through}::date
        AND ${visibleActivity(context)} AND "skillId" <> ALL (${[...hidden]}::uuid[])
      GROUP BY "skillId" ORDER BY 2 DESC, 1 LIMIT ${mostBusy}
    )
    SELECT skill.name AS skill, fired.conversations, COALESCE((
      SELECT sum(count) FROM "SkillActivity" WHERE "skillId" = fired."skillId" AND outcome IN ('activated', 'repeated')
        AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}), 0)::int AS activated
    FROM fired JOIN "Skill" skill ON skill.id = fired."skillId"
    ORDER BY fired.conversations DESC, skill.name`;
}

/** A conversation that had both counts on the day on which it had the later one. */
async function readPairs(context: Context, { from, through, hidden }: Seen) {
  return context.db.$queryRaw<WorkspaceActivity["together"]>`
    WITH fired AS (
      SELECT "sessionId", "skillId", day FROM "SkillFiring"
      WHERE "workspaceId" = ${context.workspace.id}::uuid AND day <= ${through}::date AND day >= ${from}::date
        AND ${visibleActivity(context)} AND "skillId" <> ALL (${[...hidden]}::uuid[])
    ), pairs AS (
      SELECT one."skillId" AS "oneId", other."skillId" AS "otherId", count(*)::int AS conversations
      FROM fired one JOIN "SkillFiring" other ON other."sessionId" = one."sessionId"
      WHERE other."skillId" <> one."skillId"
        AND (other.day < one.day OR (other.day = one.day AND other."skillId" < one."skillId"))
      GROUP BY 1, 2
    )
    SELECT LEAST(one.name, other.name) AS first, GREATEST(one.name, other.name) AS second,
      sum(conversations)::int AS conversations
    FROM pairs JOIN "Skill" one ON one.id = pairs."oneId" JOIN "Skill" other ON other.id = pairs."otherId"
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${mostPairs}`;
}

async function readKeptSince(context: Context): Promise<string | null> {
  const [row] = await context.db.$queryRaw<{ day: string | null }[]>`
    SELECT min(day)::text AS day FROM "SkillActivity"
    WHERE "workspaceId" = ${context.workspace.id}::uuid AND ${visibleActivity(context)}`;
  return row?.day ?? null;
}
