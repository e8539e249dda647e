import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun } from "@/lib/db/generated/client";
import { dayMs } from "@/lib/kernel/durations";
import { retention } from "@/lib/kernel/retention";
import { armKey, armOf, type TrialRow } from "../internal/trial-rows";
import type { AnswerAges } from "./bytes-proof-schema";
import { endOf } from "./run-facts";

/** What tells when a trial was answered, and which others ask the same. */
const answered = {
  select: {
    dialect: true,
    caseId: true,
    arm: true,
    leftOut: true,
    repeat: true,
    outcome: true,
    endedAt: true,
    keptSkill: true,
    keptNumber: true,
  },
} as const;
export type AnsweredTrial = Pick<TrialRow, keyof (typeof answered)["select"]>;

type Answer = { at: Date; isKept: boolean };

/**
 * How old answers are, each trial (case, host, arm, repeat) by the newest one that it has: asked anew it is young, however
 * often it was asked before, and no other trial is the younger for it. What was given again is as old as the run that asked
 * for it; where that is gone, as old as a kept answer can be. Null of nothing that was measured.
 */
export async function readAnswerAges(
  context: WorkspaceContext,
  trials: readonly AnsweredTrial[],
): Promise<AnswerAges | null> {
  const measured = trials.filter(({ outcome }) => outcome !== null && outcome !== "invalid");
  const sources = await readSources(context, measured);
  const newest = new Map<string, Answer>();
  for (const trial of measured) {
    const answer = answerOf(trial, sources);
    if (!answer) continue;
    const { dialect, caseId, repeat } = trial;
    const slot = JSON.stringify([dialect, caseId, armKey(armOf(trial)), repeat]);
    const known = newest.get(slot);
    if (!known || known.at < answer.at) newest.set(slot, answer);
  }
  const all = [...newest.values()].toSorted((left, right) => left.at.getTime() - right.at.getTime());
  const [oldest, youngest] = [all.at(0), all.at(-1)];
  if (!oldest || !youngest) return null;
  return {
    oldest: oldest.at.toISOString(),
    newest: youngest.at.toISOString(),
    kept: all.filter(({ isKept }) => isKept).length,
    of: all.length,
  };
}

/** The same of a whole run; its end where it measured nothing. */
export async function readRunAges(
  context: WorkspaceContext,
  row: Pick<SuiteRun, "id" | "endedAt" | "createdAt">,
): Promise<AnswerAges> {
  const trials = await context.db.trial.findMany({
    where: { suiteRunId: row.id, workspaceId: context.workspace.id, outcome: { not: null } },
    ...answered,
  });
  return (await readAnswerAges(context, trials)) ?? noAnswers(endOf(row));
}

/** Of a run that ended at this moment and measured nothing. */
export const noAnswers = (at: string): AnswerAges => ({ oldest: at, newest: at, kept: 0, of: 0 });

const nameOf = (number: number, skill: string): string => `${number} ${skill}`;

function answerOf(
  { endedAt, keptSkill, keptNumber }: AnsweredTrial,
  sources: ReadonlyMap<string, Date>,
): Answer | null {
  if (endedAt === null) return null;
  if (keptSkill === null || keptNumber === null) return { at: endedAt, isKept: false };
  const at = sources.get(nameOf(keptNumber, keptSkill));
  return { at: at ?? new Date(endedAt.getTime() - retention.modelAnswerDays * dayMs), isKept: true };
}

/** When the runs ended that kept answers came from, by number and name; a skill may be called otherwise since. */
async function readSources(
  { db, workspace }: WorkspaceContext,
  trials: readonly AnsweredTrial[],
): Promise<ReadonlyMap<string, Date>> {
  const named = new Map(
    trials.flatMap(({ keptSkill: skill, keptNumber: number }) =>
      skill === null || number === null ? [] : [[nameOf(number, skill), { number, skill }] as const],
    ),
  );
  if (named.size === 0) return new Map();
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      OR: [...named.values()].flatMap(({ number, skill }) => [
        { number, skillName: skill },
        { number, skill: { name: skill } },
      ]),
    },
    select: {
      number: true,
      skillName: true,
      endedAt: true,
      createdAt: true,
      skill: { select: { name: true } },
    },
  });
  return new Map(
    rows.flatMap(({ number, skillName, skill, endedAt, createdAt }) =>
      [skill.name, skillName ?? skill.name].map(
        (name) => [nameOf(number, name), endedAt ?? createdAt] as const,
      ),
    ),
  );
}
