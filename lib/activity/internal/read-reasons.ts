import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { joinSql, sql } from "@/lib/db/sql";
import { activityOutcomes } from "@/lib/runtime/count-activity";
import type { ActivityReason } from "../schema";
import { type Period, visibleActivity } from "./visible-activity";

const outcome = z.enum(activityOutcomes);
/** Of one skill. */
const mostReasons = 40;

type Row = { skillId: string; outcome: string; reason: string; instead: string | null; count: number };

/** Why things happened with these skills, of each the most frequent first. */
export async function readReasons(
  context: Context,
  { skillIds, from, through }: Period & { skillIds: readonly string[] },
): Promise<Map<string, ActivityReason[]>> {
  if (skillIds.length === 0) return new Map();
  const ids = joinSql(skillIds.map((id) => sql`${id}::uuid`));
  const rows = await context.db.$queryRaw<Row[]>`
    SELECT told."skillId", told.outcome, told.reason, skill.name AS instead, told.count
    FROM (
      SELECT "skillId", outcome, reason, "insteadId", sum(count)::int AS count
      FROM "SkillActivity"
      WHERE "skillId" IN (${ids}) AND "workspaceId" = ${context.workspace.id}::uuid
        AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}
      GROUP BY 1, 2, 3, 4 HAVING sum(count) > 0
    ) told LEFT JOIN "Skill" skill ON skill.id = told."insteadId"
    ORDER BY told.count DESC, told.outcome, told.reason, skill.name`;
  const bySkill = Map.groupBy(rows, ({ skillId }) => skillId);
  return new Map(
    [...bySkill].map(([skillId, reasons]) => [
      skillId,
      reasons.slice(0, mostReasons).map((row) => ({
        outcome: outcome.parse(row.outcome),
        reason: row.reason,
        instead: row.instead,
        count: row.count,
      })),
    ]),
  );
}
