import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { AppError } from "@/lib/kernel/app-error";
import { rowNumber } from "@/lib/kernel/row-number";
import { suiteKinds } from "@/lib/proof/proof-options";
import { radarRunColumns, toRadarRuns } from "./internal/radar-rows";
import { radarRoles, radarStepStates } from "./radar-options";
import { readOutcome } from "./read-outcome";
import {
  type ListRadar,
  listRadarSchema,
  type RadarRun,
  type RadarRunDetail,
  type RadarSkill,
  type radarRunListSchema,
  radarSkillSchema,
} from "./schema";

const noSuchRun = (number: number) => new AppError("NOT_FOUND", `There is no radar run ${number} here.`);

/** Of the workspace, the newest first. */
export async function listRadarRuns(
  context: Context,
  input: ListRadar,
): Promise<z.infer<typeof radarRunListSchema>> {
  requirePermission(context, "playground.rehearse");
  const { cursor, limit } = listRadarSchema.parse(input);
  const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([rowNumber]))[0];
  const rows = await context.db.radarRun.findMany({
    where: {
      workspaceId: context.workspace.id,
      ...(before === undefined ? {} : { number: { lt: before } }),
    },
    orderBy: { number: "desc" },
    take: limit + 1,
    ...radarRunColumns,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toRadarRuns(context, page),
    nextCursor: rows.length > limit && last ? encodeCursor([last.number]) : null,
  };
}

/** A run with its progress. */
export async function getRadarRun(context: Context, { number }: { number: number }): Promise<RadarRun> {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.radarRun.findFirst({
    where: { number, workspaceId: context.workspace.id },
    ...radarRunColumns,
  });
  const [run] = row ? await toRadarRuns(context, [row]) : [];
  if (!run) throw noSuchRun(number);
  return run;
}

/**
 * The same with all that it came to, of skills that are open to the asker: written down once it has ended, over what is
 * done until then.
 */
export async function getRadarRunDetail(
  context: Context,
  { number }: { number: number },
): Promise<RadarRunDetail> {
  const run = await getRadarRun(context, { number });
  const workspaceId = context.workspace.id;
  const row = await context.db.radarRun.findFirst({
    where: { id: run.id, workspaceId },
    include: { steps: { orderBy: { position: "asc" }, include: { skill: { select: { name: true } } } } },
  });
  if (!row) throw noSuchRun(number);
  const numbers = await context.db.suiteRun.findMany({
    where: { workspaceId, id: { in: row.steps.flatMap(({ suiteRunId }) => suiteRunId ?? []) } },
    select: { id: true, number: true },
  });
  const numberOf = new Map(numbers.map((one) => [one.id, one.number]));
  const written = z.array(radarSkillSchema).nullable().parse(row.outcome);
  const isInSight = await readSight(context);
  const unseen = new Set(row.steps.filter((step) => !isInSight(step)).map(({ skill }) => skill.name));
  const skills = (written ?? (await readOutcome(context, row))).filter(({ skill }) => !unseen.has(skill));
  return {
    ...run,
    skills,
    steps: row.steps.filter(isInSight).map(({ skill, suite, role, state, reason, suiteRunId }) => ({
      skill: skill.name,
      suite: z.enum(suiteKinds).nullable().parse(suite),
      role: z.enum(radarRoles).parse(role),
      state: z.enum(radarStepStates).parse(state),
      reason,
      run: (suiteRunId && numberOf.get(suiteRunId)) || null,
    })),
    winBack: winBackOf(skills),
  };
}

function winBackOf(skills: readonly RadarSkill[]): RadarRunDetail["winBack"] {
  const spared = skills.filter(({ word }) => word === "unnecessary");
  return {
    skills: spared.length,
    catalogue: spared.reduce((sum, { tokens }) => sum + (tokens?.catalogue ?? 0), 0),
    activation: spared.reduce((sum, { tokens }) => sum + (tokens?.activation ?? 0), 0),
  };
}
