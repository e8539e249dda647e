import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { getSkillId } from "@/lib/library/get-skill-id";
import { addUpFigures, type OutcomeSum } from "./internal/add-up-figures";
import { readGroups } from "./internal/read-groups";
import { readReasons } from "./internal/read-reasons";
import { lastDays, type Period, visibleActivity } from "./internal/visible-activity";
import { type ListSkillActivity, listSkillActivitySchema, type SkillActivity } from "./schema";

const mostTogether = 10;

/**
 * What happened with a skill in conversations that the asker may see: of the playground, of agents' programs and of live
 * hosts. Trials of suites are none. NOT_FOUND for a skill of another workspace.
 */
export async function getSkillActivity(
  context: Context,
  input: ListSkillActivity & { skill: string },
): Promise<SkillActivity> {
  requirePermission(context, "library.read");
  const { days, by } = listSkillActivitySchema.parse(input);
  const skillId = await getSkillId(context, input.skill);
  const period = lastDays(context.now(), days);
  const asked = { ...period, skillId };
  const [figures, groups, reasons, together, conversations, keptSince, published] = await Promise.all([
    readFigures(context, asked),
    readGroups(context, { ...asked, by }),
    readReasons(context, { ...period, skillIds: [skillId] }),
    readTogether(context, asked),
    countConversations(context, asked),
    readKeptSince(context, skillId),
    readPublished(context, asked),
  ]);
  return {
    skill: input.skill,
    ...period,
    keptSince,
    by,
    figures,
    reasons: reasons.get(skillId) ?? [],
    groups,
    published,
    together,
    conversations,
  };
}

type Asked = Period & { skillId: string };

async function readFigures(context: Context, { skillId, from, through }: Asked) {
  return addUpFigures(
    await context.db.$queryRaw<OutcomeSum[]>`
      SELECT outcome, sum(count)::int AS count, sum(turns)::int AS turns, sum(tokens)::float8 AS tokens
      FROM "SkillActivity"
      WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
        AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}
      GROUP BY 1`,
  );
}

/** A conversation counts on the day on which it had this skill activated first. */
async function countConversations(context: Context, { skillId, from, through }: Asked): Promise<number> {
  const [row] = await context.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM "SkillFiring"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
      AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}`;
  return row?.count ?? 0;
}

async function readTogether(context: Context, { skillId, from, through }: Asked) {
  return context.db.$queryRaw<SkillActivity["together"]>`
    SELECT skill.name AS skill, count(*)::int AS conversations
    FROM (
      SELECT "sessionId" FROM "SkillFiring"
      WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
        AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}
    ) own
    JOIN "SkillFiring" other ON other."sessionId" = own."sessionId" AND other."skillId" <> ${skillId}::uuid
    JOIN "Skill" skill ON skill.id = other."skillId"
    GROUP BY skill.name ORDER BY 2 DESC, 1 LIMIT ${mostTogether}`;
}

async function readKeptSince(context: Context, skillId: string): Promise<string | null> {
  const [row] = await context.db.$queryRaw<{ day: string | null }[]>`
    SELECT min(day)::text AS day FROM "SkillActivity"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
      AND ${visibleActivity(context)}`;
  return row?.day ?? null;
}

async function readPublished(context: Context, { skillId, from, through }: Asked) {
  return context.db.$queryRaw<SkillActivity["published"]>`
    SELECT number AS version, ("createdAt" AT TIME ZONE 'UTC')::date::text AS day FROM "Version"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
      AND ("createdAt" AT TIME ZONE 'UTC')::date BETWEEN ${from}::date AND ${through}::date
    ORDER BY number`;
}
