import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { type Sql, sql } from "@/lib/db/sql";
import { dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import { activityOutcomes } from "@/lib/runtime/count-activity";
import type { ActivityGroupBy } from "../activity-options";
import type { ActivityGroup } from "../schema";
import { addUpFigures, type OutcomeSum } from "./add-up-figures";
import { type Period, visibleActivity } from "./visible-activity";

const outcome = z.enum(activityOutcomes);

/** What a row is of, as text, and beside it what tells two of the same name apart. */
const keys = {
  host: sql`dialect`,
  agent: sql`COALESCE("agentId"::text, '')`,
  model: sql`"modelKind" || ':' || model`,
  version: sql`CASE WHEN "isDraft" THEN 'draft' ELSE COALESCE(version::text, '') END`,
} as const satisfies Record<ActivityGroupBy, Sql>;

type Row = { key: string; day: string; outcome: string; count: number; turns: number; tokens: number };
type Asked = Period & { skillId: string; by: ActivityGroupBy };

/** The activity of one skill by day, in groups; the busiest first. */
export async function readGroups(context: Context, asked: Asked): Promise<ActivityGroup[]> {
  const { skillId, from, through, by } = asked;
  const rows = await context.db.$queryRaw<Row[]>`
    SELECT ${keys[by]} AS key, day::text AS day, outcome, sum(count)::int AS count, sum(turns)::int AS turns,
      sum(tokens)::float8 AS tokens
    FROM "SkillActivity"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${context.workspace.id}::uuid
      AND day BETWEEN ${from}::date AND ${through}::date AND ${visibleActivity(context)}
    GROUP BY 1, 2, 3 HAVING sum(count) > 0 ORDER BY 2, 3`;
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const nameOf = await namesOf(context, by, [...byKey.keys()]);
  const groups = [...byKey].map(([key, days]) => toGroup(nameOf(key), key, days));
  return groups.sort((left, right) => busyness(right) - busyness(left) || (left.key < right.key ? -1 : 1));
}

const busyness = ({ figures }: ActivityGroup): number =>
  (figures.activated + figures.repeated + figures.alreadyActive) * 1_000_000 + figures.notChosen;

type Name = { name: string; kind: ActivityGroup["kind"] };

function toGroup({ name, kind }: Name, key: string, rows: readonly Row[]): ActivityGroup {
  const sums: OutcomeSum[] = rows.map((row) => ({ ...row, outcome: outcome.parse(row.outcome) }));
  return {
    key,
    name,
    kind,
    figures: addUpFigures(sums),
    days: rows.map(({ day, count, ...row }) => ({ day, outcome: outcome.parse(row.outcome), count })),
  };
}

async function namesOf(
  context: Context,
  by: ActivityGroupBy,
  keys: readonly string[],
): Promise<(key: string) => Name> {
  if (by === "host") return (key) => ({ name: isDialectId(key) ? dialectHeads[key].title : key, kind: null });
  if (by === "version") return (key) => ({ name: versionName(key), kind: null });
  if (by === "model") return modelName;
  const ids = keys.filter((key) => key !== "");
  const agents = await context.db.agent.findMany({
    where: { workspaceId: context.workspace.id, id: { in: ids } },
    select: { id: true, name: true },
  });
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return (key) => ({ name: key === "" ? "Live hosts" : (names.get(key) ?? "Deleted agent"), kind: null });
}

const versionName = (key: string): string =>
  key === "" ? "Version not known" : key === "draft" ? "Draft" : `v${key}`;

function modelName(key: string): Name {
  const [kind = "", ...rest] = key.split(":");
  return { name: rest.join(":"), kind: kind === "rules" ? "rules" : "live" };
}
