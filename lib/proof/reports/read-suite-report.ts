import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import { readSuite } from "@/lib/suites/read-suite";
import { triggerEvalPath } from "@/lib/suites/suite";
import type { SuiteReport } from "@/lib/suites/suite-report";
import { frozenOfferSchema } from "../plans/frozen-offer";
import { triedCaseSchema } from "../suites/case-schema";
import { readPinnedFile } from "../suites/read-pinned-file";
import { judgeRunOfSuite } from "./figures";

export type ReportRow = SuiteRunRow & { skill: { name: string } };

/** A run of a trigger suite as reports tell it, with the lines at which its cases stood in the bytes that were tried. */
export async function readSuiteReport(
  context: WorkspaceContext,
  row: ReportRow,
  root?: string,
): Promise<Omit<SuiteReport, "gate">> {
  const skill = row.skillName ?? row.skill.name;
  const lines = await readLines(context, row, skill);
  const judged = await judgeRunOfSuite(context, row);
  return {
    skill,
    number: row.number,
    digest: row.digest,
    agent: row.agentName,
    model: row.modelName,
    path: root ? `${root}/${triggerEvalPath}` : triggerEvalPath,
    repeats: row.repeats,
    cases: z
      .array(triedCaseSchema)
      .parse(row.tried)
      .map(({ id, query }) => ({ id, query, line: lines.get(id) ?? 1 })),
    hosts: judged.map(({ dialect, ...figures }) => ({ dialect, figures })),
  };
}

async function readLines(
  context: WorkspaceContext,
  row: ReportRow,
  skill: string,
): Promise<ReadonlyMap<string, number>> {
  const pinned = frozenOfferSchema.parse(row.offer).packages[row.skillId];
  const bytes = pinned ? await readPinnedFile(context, pinned, triggerEvalPath) : null;
  if (!bytes) return new Map();
  const { cases } = readSuite({ path: triggerEvalPath, text: new TextDecoder().decode(bytes), skill });
  return new Map(cases.map(({ id, line }) => [id, line]));
}
