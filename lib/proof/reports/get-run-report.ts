import "server-only";
import { z } from "zod";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { decideEffectGate } from "@/lib/suites/decide-effect-gate";
import { decideGate } from "@/lib/suites/decide-gate";
import type { EffectReport } from "@/lib/suites/effect-report";
import { remarkOnUnheld, remarkOnUnshown } from "@/lib/suites/gate-remarks";
import { reportEffectJunit } from "@/lib/suites/report-effect-junit";
import { reportEffectBenchmark, reportEffectMarkdown } from "@/lib/suites/report-effect-markdown";
import { reportEffectSarif } from "@/lib/suites/report-effect-sarif";
import { reportJunit } from "@/lib/suites/report-junit";
import { reportBenchmark, reportMarkdown } from "@/lib/suites/report-markdown";
import { reportSarif } from "@/lib/suites/report-sarif";
import type { SuiteReport } from "@/lib/suites/suite-report";
import { compareSuiteRuns } from "@/lib/verdicts/compare-suite-runs";
import { isUnsound, selfCheckOfRunSchema } from "../checks/check-schema";
import { isGoingOn, suiteKinds, suiteRunStates } from "../proof-options";
import { findComparedRun } from "../proven/find-compared-run";
import { getSuiteRun, notRemoved } from "../queries";
import { triedTaskSchema } from "../suites/task-schema";
import { effectFiguresOf } from "./effect-figures";
import type { EffectFigures } from "./effect-schema";
import { judgeRunOfSuite } from "./figures";
import { readEffectReport } from "./read-effect-report";
import { type ReportRow, readSuiteReport } from "./read-suite-report";
import { type GetRunReport, getRunReportSchema, type ReportFormat, type RunReport } from "./report-schema";

type Asked = GetRunReport & { skill: string; number: number };
type Gate = RunReport["gate"];
/** `write`: the report in a format, with what the gate says; nothing of it is read before it is asked for. */
type Judged = {
  gate: Gate;
  against: RunReport["against"];
  write: (format: ReportFormat, gate: Gate) => Promise<string>;
};

/**
 * What a run that has ended is told as to programs: whether it passes, and a report of it. CONFLICT while it goes on,
 * NOT_FOUND for one that is not there, UNPROCESSABLE for another to compare with that does not fit.
 */
export async function getRunReport(context: Context, input: Asked): Promise<RunReport> {
  requirePermission(context, "playground.rehearse");
  const { format, root, wait: _, ...asked } = getRunReportSchema.parse(input);
  const { skill, number } = input;
  const row = await context.db.suiteRun.findFirst({
    where: { number, workspaceId: context.workspace.id, skill: { name: skill }, ...notRemoved },
    include: { skill: { select: { name: true } } },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);
  const state = z.enum(suiteRunStates).parse(row.state);
  if (isGoingOn(state))
    throw new AppError("CONFLICT", `Run ${number} of ${skill} goes on. Ask again when it has ended.`);
  const suite = z.enum(suiteKinds).parse(row.suite);
  const judged =
    suite === "effect"
      ? await judgeEffectRun(context, row, { root })
      : await judgeTriggerRun(context, row, { ...asked, root });
  const { costUsd } = await getSuiteRun(context, { skill, number });
  const isWhole = state === "done";
  const why = `The run was not carried out to its end: ${row.failure ?? state}`;
  const gate =
    isWhole || judged.gate.code === 2 ? judged.gate : { code: 3 as const, reasons: [why], remarks: [] };
  return {
    skill,
    number,
    suite,
    state,
    digest: row.digest,
    gate,
    costUsd,
    against: judged.against,
    text: format === undefined ? null : await judged.write(format, gate),
  };
}

const suiteWriters: Readonly<Record<ReportFormat, (report: SuiteReport) => string>> = {
  markdown: reportMarkdown,
  benchmark: reportBenchmark,
  junit: reportJunit,
  sarif: reportSarif,
};

const effectWriters: Readonly<Record<ReportFormat, (report: EffectReport) => string>> = {
  markdown: reportEffectMarkdown,
  benchmark: reportEffectBenchmark,
  junit: reportEffectJunit,
  sarif: reportEffectSarif,
};

type Row = ReportRow & Parameters<typeof effectFiguresOf>[1];

async function judgeTriggerRun(
  context: Context,
  row: ReportRow,
  { against, root, ...floors }: Omit<z.output<typeof getRunReportSchema>, "format" | "wait">,
): Promise<Judged> {
  const { mask } = await readClosedNames(context);
  const report = mask(await readSuiteReport(context, row, root));
  const before = await findComparedRun(context, row, against);
  const earlier = before && mask(await judgeRunOfSuite(context, before));
  const hosts = report.hosts.map(({ dialect, figures }) => {
    const was = earlier?.find((one) => one.dialect === dialect && one.word === "judged");
    return { dialect, figures, against: was ? compareSuiteRuns(was.cases, figures.cases) : null };
  });
  const held = hosts.map(({ dialect, figures, against: beside }) => ({
    dialect,
    isHeld: beside !== null && beside.added.length + beside.unmeasured.length < figures.cases.length,
  }));
  const uncompared =
    against === undefined ? [] : held.flatMap(({ dialect, isHeld }) => (isHeld ? [] : [dialect]));
  const { code, reasons } = decideGate({ goldenFailed: [], hosts, floors, uncompared });
  const remarks = code === 0 ? remarkOnUnheld(held, floors) : [];
  return {
    gate: { code, reasons: [...reasons, ...whyUnsound(row.selfCheck)], remarks },
    against: before && { number: before.number, version: before.version },
    write: async (format, gate) => suiteWriters[format]({ ...report, gate }),
  };
}

/** What was found before the run began, where that is why it has no verdict. */
const whyUnsound = (written: unknown): string[] =>
  isUnsound(written)
    ? selfCheckOfRunSchema.parse(written).faults.map(({ message }) => `Self-check: ${message}`)
    : [];

/** What it is compared with was tried in an arm of its own, where the run has one. */
async function judgeEffectRun(
  context: Context,
  row: Row,
  { root }: { root: string | undefined },
): Promise<Judged> {
  const names = new Map(
    z
      .array(triedTaskSchema)
      .parse(row.tried)
      .map(({ id, name, number }) => [id, name ?? `task ${number}`]),
  );
  const figures = await effectFiguresOf(context, row);
  const facts = figures.map((one) => factsOf(one, names));
  const gate = decideEffectGate(facts);
  return {
    gate: { ...gate, remarks: gate.code === 0 ? remarkOnUnshown(facts) : [] },
    against: null,
    write: async (format, gate) =>
      effectWriters[format]({ ...(await readEffectReport(context, row, { figures, root })), gate }),
  };
}

const factsOf = (
  { dialect, verdict, golden, approved, tasks }: EffectFigures,
  names: ReadonlyMap<string, string>,
) => ({
  dialect,
  word: verdict.word,
  reasons: verdict.reasons.map(({ text }) => text),
  goldenFailed: golden.failed.map((id) => names.get(id) ?? id),
  lostToApproved: approved?.outcome === "worse" ? approved.lost.length : 0,
  isUncompared: approved !== null && approved.unmeasured.length === tasks.length,
});
