import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { EffectReport } from "@/lib/suites/effect-report";
import { readSuite } from "@/lib/suites/read-suite";
import { evalsPath } from "@/lib/suites/suite";
import { frozenOfferSchema } from "../plans/frozen-offer";
import { invalidWords } from "../proof-options";
import { getSuiteRun } from "../queries";
import { readPinnedFile } from "../suites/read-pinned-file";
import { triedTaskSchema } from "../suites/task-schema";
import type { EffectFigures } from "./effect-schema";
import type { ReportRow } from "./read-suite-report";

/** A run of tasks as reports tell it, with the lines at which its tasks stood in the bytes that were tried. */
export async function readEffectReport(
  context: Context,
  row: ReportRow,
  { figures, root }: { figures: readonly EffectFigures[]; root: string | undefined },
): Promise<Omit<EffectReport, "gate">> {
  const skill = row.skillName ?? row.skill.name;
  const lines = await readLines(context, row, skill);
  const run = await getSuiteRun(context, { skill: row.skill.name, number: row.number });
  return {
    skill,
    number: row.number,
    digest: row.digest,
    agent: row.agentName,
    model: row.modelName,
    path: root ? `${root}/${evalsPath}` : evalsPath,
    repeats: row.repeats,
    tasks: z
      .array(triedTaskSchema)
      .parse(row.tried)
      .map(({ id, name, number, prompt, golden }) => {
        return { id, name, number, prompt, golden, line: lines.get(id) ?? 1 };
      }),
    hosts: figures.map(({ invalid, ...host }) => ({
      ...host,
      invalid: invalid.map(({ reason, ...one }) => ({ ...one, why: invalidWords[reason] })),
    })),
    cost: {
      usd: run.costUsd,
      trials: run.progress.done + run.progress.invalid,
      ...run.calls,
      tokens: run.tokens,
    },
  };
}

async function readLines(
  context: Context,
  row: ReportRow,
  skill: string,
): Promise<ReadonlyMap<string, number>> {
  const pinned = frozenOfferSchema.parse(row.offer).packages[row.skillId];
  const bytes = pinned ? await readPinnedFile(context, pinned, evalsPath) : null;
  if (!bytes) return new Map();
  const { tasks } = readSuite({ path: evalsPath, text: new TextDecoder().decode(bytes), skill });
  return new Map(tasks.map(({ id, line }) => [id, line]));
}
