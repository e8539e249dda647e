import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import { compareRepetition } from "@/lib/verdicts/compare-suite-runs";
import { judgeSuite, type SuiteFigures } from "@/lib/verdicts/judge-suite";
import { isUnsound } from "../checks/check-schema";
import { readEndedTrials } from "../internal/trial-rows";
import { invalidReasons, isGoingOn, suiteRunStates } from "../proof-options";
import { triedCaseSchema } from "../suites/case-schema";
import { type Figures, figuresSchema } from "./figures-schema";

/** What of a run decides how it is judged. */
export type JudgedRun = {
  id: string;
  skill: { name: string };
  /** What the skill was called when it was frozen; null of runs from before that was written down. */
  skillName: string | null;
  modelKind: string;
  dialects: unknown;
  tried: unknown;
  /** What was found before it began (check-schema.ts). */
  selfCheck: unknown;
};

const dialectIds = z.array(z.object({ id: z.string() }));

/** What a run has come to so far, of each of its dialects in order: from its trials alone. */
export async function judgeRunOfSuite(
  context: WorkspaceContext,
  row: JudgedRun,
): Promise<(SuiteFigures & { dialect: string })[]> {
  const cases = z.array(triedCaseSchema).parse(row.tried);
  const trials = await readEndedTrials(context, row.id);
  const subject = {
    skill: row.skillName ?? row.skill.name,
    cases,
    scripted: row.modelKind !== "live",
    unsound: isUnsound(row.selfCheck),
  };
  return dialectIds
    .parse(row.dialects)
    .map(({ id }) => ({ dialect: id, ...judgeSuite({ ...subject, trials: trials.get(id) ?? [] }) }));
}

export const readFigures = async (context: WorkspaceContext, row: JudgedRun): Promise<Figures[]> =>
  (await judgeRunOfSuite(context, row)).map(toFigures);

/** What was written down when it ended; read anew while it goes on, and where a server ended before it wrote. */
export async function figuresOf(
  context: WorkspaceContext,
  row: JudgedRun & { figures: unknown; state: string },
): Promise<Figures[]> {
  const written = z.array(figuresSchema).nullable().parse(row.figures);
  if (written) return written;
  const figures = await readFigures(context, row);
  return isGoingOn(z.enum(suiteRunStates).parse(row.state)) ? figures.map(notJudgedYet) : figures;
}

/** Before the end there is no word: a first trial that missed is no broken measurement, and few are not all. */
const notJudgedYet = (figures: Figures): Figures => ({
  ...figures,
  nothingFired: false,
  verdict: { word: figures.verdict.word === "scripted" ? "scripted" : "no-baseline" },
});

export function toFigures(judged: SuiteFigures & { dialect: string }): Figures {
  const { dialect, measured, recall, precision, accuracy, f1, outcomes, nothingFired, confusion, word } =
    judged;
  return {
    dialect,
    measured,
    recall,
    precision,
    accuracy,
    f1,
    outcomes,
    nothingFired,
    confusion,
    invalid: judged.invalid.map(({ reason, trials, message }) => ({
      reason: z.enum(invalidReasons).parse(reason),
      trials,
      message,
    })),
    verdict: { word: word === "judged" ? "no-baseline" : word },
  };
}

type Compared = {
  compared: number;
  flipped: number;
  share: ReturnType<typeof proportionOf>;
  cases: { dialect: string; case: string }[];
};

declare global {
  var greenroomComparedRuns: LRUCache<string, Compared> | undefined;
}
const comparedRuns = (): LRUCache<string, Compared> => {
  globalThis.greenroomComparedRuns ??= new LRUCache({ max: 200 });
  return globalThis.greenroomComparedRuns;
};

/** `compareWithRepeated`, from memory where both were judged at their end: nothing of them changes any more. */
export async function compareOnce(
  context: WorkspaceContext,
  pair: { now: JudgedRun & { figures: unknown }; before: JudgedRun & { figures: unknown } },
): Promise<Compared> {
  const { now, before } = pair;
  if (now.figures === null || before.figures === null) return compareWithRepeated(context, pair);
  const key = `${now.id} ${before.id}`;
  const known = comparedRuns().get(key);
  if (known) return known;
  const compared = await compareWithRepeated(context, pair);
  comparedRuns().set(key, compared);
  return compared;
}

/** How many cases a run and the one that it repeats, to the byte, disagree on: each once, in whichever host it flips. */
async function compareWithRepeated(
  context: WorkspaceContext,
  { now, before }: { now: JudgedRun; before: JudgedRun },
): Promise<Compared> {
  const [later, earlier] = [await judgeRunOfSuite(context, now), await judgeRunOfSuite(context, before)];
  const compared = new Set<string>();
  const flips: { dialect: string; case: string }[] = [];
  for (const { dialect, cases } of later) {
    const was = earlier.find((one) => one.dialect === dialect)?.cases ?? [];
    const counted = new Set(was.filter(counts).map(({ id }) => id));
    for (const one of cases) if (counts(one) && counted.has(one.id)) compared.add(one.id);
    for (const { id } of compareRepetition(was, cases).cases) flips.push({ dialect, case: id });
  }
  const flipped = new Set(flips.map((flip) => flip.case)).size;
  return {
    compared: compared.size,
    flipped,
    share: proportionOf(flipped, compared.size),
    cases: flips,
  };
}

const counts = ({ outcome }: { outcome: string | null }): boolean =>
  outcome !== null && outcome !== "invalid";
