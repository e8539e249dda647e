import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { type EffectFigures, effectFiguresSchema } from "@/lib/proof/reports/effect-schema";
import { judgeRunOfSuite } from "@/lib/proof/reports/figures";
import { type Figures, figuresSchema } from "@/lib/proof/reports/figures-schema";
import type { JudgedCase, SuiteFigures } from "@/lib/verdicts/judge-suite";
import type { RadarRunRef } from "./schema";

type Common = { ref: RadarRunRef; failure: string | null; isLive: boolean };
/** Of the agent's host, the only one that is tried. */
type Judged = { figures: Figures; judged: Pick<SuiteFigures, "word"> & { cases: JudgedCase[] } };
/** A run of a suite that has ended, with what it came to. */
export type MeasuredRun = Common &
  ({ suite: "effect"; figures: EffectFigures } | ({ suite: "trigger"; skill: string } & Judged));

declare global {
  var greenroomRadarCases: LRUCache<string, Judged["judged"]> | undefined;
}
const heldCases = (): LRUCache<string, Judged["judged"]> => {
  globalThis.greenroomRadarCases ??= new LRUCache({ max: 400 });
  return globalThis.greenroomRadarCases;
};

/** These runs by their ids, as far as they have ended and are there still. */
export async function readMeasuredRuns(
  context: WorkspaceContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MeasuredRun>> {
  const rows = await context.db.suiteRun.findMany({
    where: {
      id: { in: [...ids] },
      workspaceId: context.workspace.id,
      removedAt: null,
      state: { in: ["done", "stopped", "failed"] },
    },
    omit: { tried: true, offer: true },
    include: { skill: { select: { name: true } } },
  });
  const measured: [string, MeasuredRun][] = [];
  for (const row of rows) {
    if (row.figures === null) continue;
    const common: Common = {
      ref: {
        skill: row.skill.name,
        number: row.number,
        model: row.modelName,
        agentRevision: row.agentRevision,
        at: (row.endedAt ?? row.createdAt).toISOString(),
      },
      failure: row.failure,
      isLive: row.modelKind === "live",
    };
    if (row.suite === "effect") {
      const [figures] = z.array(effectFiguresSchema).parse(row.figures);
      if (figures) measured.push([row.id, { ...common, suite: "effect", figures }]);
      continue;
    }
    const [figures] = z.array(figuresSchema).parse(row.figures);
    const judged = await casesOf(context, row.id);
    const skill = row.skillName ?? row.skill.name;
    if (figures && judged) measured.push([row.id, { ...common, suite: "trigger", skill, figures, judged }]);
  }
  return new Map(measured);
}

/** Its cases as they were judged, held in memory: nothing of a run that has ended changes any more. */
async function casesOf(context: WorkspaceContext, id: string): Promise<Judged["judged"] | null> {
  const known = heldCases().get(id);
  if (known) return known;
  const row = await context.db.suiteRun.findFirst({
    where: { id, workspaceId: context.workspace.id },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  const [first] = row ? await judgeRunOfSuite(context, row) : [];
  if (!first) return null;
  const judged = { word: first.word, cases: first.cases };
  heldCases().set(id, judged);
  return judged;
}
