import "server-only";
import { z } from "zod";
import { type ClosedNames, readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { AppError } from "@/lib/kernel/app-error";
import { rowNumber } from "@/lib/kernel/row-number";
import { eventSchema, type SessionEvent } from "@/lib/runtime/events";
import { judgeSuite } from "@/lib/verdicts/judge-suite";
import { endedByDialect, toShortTrial, toTrial, trialColumns } from "../internal/trial-rows";
import { notRemoved } from "../queries";
import { triedCaseSchema } from "../suites/case-schema";
import { triedTaskSchema } from "../suites/task-schema";
import {
  type CaseList,
  type ListCases,
  type ListTrials,
  listCasesSchema,
  listTrialsSchema,
  type TrialDetail,
  type TrialList,
} from "./trial-schema";

export type OfRun = { skill: string; number: number };

/** The place of the last case or task of a page. */
export const place = z.tuple([rowNumber]);

const whereRun = ({ workspace }: Context, { skill, number }: OfRun) => ({
  number,
  workspaceId: workspace.id,
  skill: { name: skill },
  ...notRemoved,
});

const noSuchRun = ({ skill, number }: OfRun) =>
  new AppError("NOT_FOUND", `There is no run ${number} of ${skill}.`);

/** Without its cases, which may be megabytes. */
async function requireRunId(context: Context, asked: OfRun): Promise<string> {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.suiteRun.findFirst({
    where: whereRun(context, asked),
    select: { id: true },
  });
  if (!row) throw noSuchRun(asked);
  return row.id;
}

/** With its cases or tasks. */
export async function requireRun(context: Context, asked: OfRun) {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.suiteRun.findFirst({
    where: whereRun(context, asked),
    select: { id: true, suite: true, tried: true, dialects: true, arms: true, skillName: true },
  });
  if (!row) throw noSuchRun(asked);
  return row;
}

/** With its tasks and its judge. NOT_FOUND for one whose answers nobody compared, too. */
export async function requireJudgedRun(context: Context, asked: OfRun) {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.suiteRun.findFirst({
    where: whereRun(context, asked),
    select: { id: true, tried: true, judge: true, sums: true },
  });
  if (!row) throw noSuchRun(asked);
  if (row.judge === null)
    throw new AppError(
      "NOT_FOUND",
      `No judge compared the answers of run ${asked.number} of ${asked.skill}.`,
    );
  return row;
}

/** In the order in which they are taken. */
export async function listTrials(context: Context, input: ListTrials & OfRun): Promise<TrialList> {
  const { dialect, case: caseId, arm, leftOut, outcome, cursor, limit } = listTrialsSchema.parse(input);
  const suiteRunId = await requireRunId(context, input);
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, place);
  const rows = await context.db.trial.findMany({
    where: {
      suiteRunId,
      workspaceId: context.workspace.id,
      position: { gt: after },
      ...(dialect === undefined ? {} : { dialect }),
      ...(caseId === undefined ? {} : { caseId }),
      ...(arm === undefined ? {} : { arm }),
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(outcome === undefined ? {} : { outcome }),
    },
    orderBy: { position: "asc" },
    take: limit + 1,
    ...trialColumns,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const { mask } = await readClosedNames(context);
  return {
    items: mask(page.map(toTrial)),
    nextCursor: rows.length > limit && last ? encodeCursor([last.position]) : null,
  };
}

/** The cases of a run in the order of their suite, each with its trials in every host; none of an effect run. */
export async function listRunCases(context: Context, input: ListCases & OfRun): Promise<CaseList> {
  const { cursor, limit } = listCasesSchema.parse(input);
  const run = await requireRun(context, input);
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, place);
  if (run.suite === "effect") return { items: [], nextCursor: null };
  const cases = z.array(triedCaseSchema).parse(run.tried);
  const page = cases.filter(({ number }) => number > after).slice(0, limit);
  const dialects = z.array(z.object({ id: z.string() })).parse(run.dialects);
  const rows = await context.db.trial.findMany({
    where: {
      suiteRunId: run.id,
      workspaceId: context.workspace.id,
      caseId: { in: page.map(({ id }) => id) },
    },
    orderBy: { position: "asc" },
    ...trialColumns,
  });
  const ended = endedByDialect(rows);
  const hosts = dialects.map(({ id }) => {
    const judged = judgeSuite({
      skill: run.skillName ?? input.skill,
      cases: page,
      trials: ended.get(id) ?? [],
      scripted: false,
    });
    return { id, cases: new Map(judged.cases.map((one) => [one.id, one])) };
  });
  const byPlace = Map.groupBy(rows, (row) => `${row.dialect} ${row.caseId}`);
  const last = page.at(-1);
  const { mask } = await readClosedNames(context);
  return mask({
    items: page.map((tried) => ({
      ...tried,
      hosts: hosts.map(({ id, cases: judged }) => {
        const trials = (byPlace.get(`${id} ${tried.id}`) ?? []).map(toShortTrial);
        const {
          outcome = null,
          by = null,
          right = 0,
          counted = 0,
          alsoActivated = [],
        } = judged.get(tried.id) ?? {};
        return { dialect: id, outcome, by, right, counted, alsoActivated, trials };
      }),
    })),
    nextCursor: last && last.number < cases.length ? encodeCursor([last.number]) : null,
  });
}

/**
 * One trial with its case and the log of its session, which is empty until it has ended, and for whom a skill that was
 * offered in it is not open: it says what the model was sent, word for word.
 */
export async function getTrial(context: Context, input: OfRun & { trial: string }): Promise<TrialDetail> {
  const run = await requireRun(context, input);
  const row = z.uuid().safeParse(input.trial).success
    ? await context.db.trial.findFirst({
        where: { id: input.trial, suiteRunId: run.id, workspaceId: context.workspace.id },
      })
    : null;
  const { tried, task } = triedOf(run, row?.caseId);
  if (!row || (!tried && !task)) throw new AppError("NOT_FOUND", "There is no such trial in this run.");
  const { events: stored, ...rest } = row;
  const events = z.array(eventSchema).parse(stored ?? []);
  const closed = await readClosedNames(context);
  return { ...closed.mask({ ...toTrial(rest), tried, task }), events: seenEvents(events, closed) };
}

/** A log is shown whole: what a model was sent, word for word. */
function seenEvents(events: readonly SessionEvent[], { isClosed }: ClosedNames): SessionEvent[] {
  const starts = events.filter((event) => event.type === "run-started");
  if (starts.some(({ payload }) => payload.offered.some(isClosed))) return [];
  return events.map((event) =>
    event.type === "run-started"
      ? {
          ...event,
          payload: {
            ...event.payload,
            unavailable: event.payload.unavailable.filter((one) => !isClosed(one)),
          },
        }
      : event,
  );
}

function triedOf({ suite, tried }: { suite: string; tried: unknown }, id: string | undefined) {
  if (suite === "effect") {
    const tasks = z.array(triedTaskSchema).parse(tried);
    return { tried: null, task: tasks.find((one) => one.id === id) ?? null };
  }
  const cases = z.array(triedCaseSchema).parse(tried);
  return { tried: cases.find((one) => one.id === id) ?? null, task: null };
}
