import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { type JudgedAttemptRun, readJudgedRun } from "@/lib/proof/reports/read-attempt-runs";
import { fewestCredibleGains } from "@/lib/statistics/credible-gain";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import { isHeldOut } from "@/lib/suites/split-cases";
import { type BeforeAfter, findFlips, judgeImprovement } from "@/lib/verdicts/judge-candidate";
import type { JudgedCase } from "@/lib/verdicts/judge-suite";
import type { AttemptWord, ImprovementOutcome } from "../improvement-options";
import type { Judged, SideFigures } from "../judged-schema";
import type { Search } from "../read-search";
import { sayFlips, sayOwn } from "../say-improvement-reason";
import { endSearch } from "./end-search";
import { holdImprovement } from "./take-improvements";

type Judging = WorkspaceContext & { owner: string; now: () => Date };
export type Side = "training" | "held-out";

/** The run of a suite in an attempt. NOT_FOUND when somebody deleted it meanwhile. */
export async function readRun(
  context: WorkspaceContext,
  { list }: Search,
  { position, skill }: { position: number; skill: string },
): Promise<JudgedAttemptRun> {
  const run = list.find((one) => one.attempt === position && one.skill === skill);
  const judged = run ? await readJudgedRun(context, run.id) : null;
  if (!judged)
    throw new AppError("NOT_FOUND", `A run of the suite of ${skill} was deleted while the search went on.`);
  return judged;
}

const queriesOf = ({ tried }: JudgedAttemptRun) => new Map(tried.map(({ id, query }) => [id, query]));

/** The cases of a run that are on one side of the split; all of them where no side is named. */
export function casesOn(run: JudgedAttemptRun, side: Side | null): JudgedCase[] {
  const queries = queriesOf(run);
  return run.figures.cases.filter(
    ({ id }) => side === null || isHeldOut(queries.get(id) ?? "") === (side === "held-out"),
  );
}

const rightOf = (cases: readonly JudgedCase[]) => {
  const measured = cases.filter(({ outcome }) => outcome !== null && outcome !== "invalid");
  return proportionOf(measured.filter(({ outcome }) => outcome === "right").length, measured.length);
};

function figuresOf({ before, after }: BeforeAfter, queries: ReadonlyMap<string, string>): SideFigures {
  const was = new Map(before.map((one) => [one.id, one]));
  const turned = after.flatMap((one) => {
    const earlier = was.get(one.id)?.outcome ?? null;
    const isMeasured = [earlier, one.outcome].every((outcome) => outcome !== null && outcome !== "invalid");
    const query = queries.get(one.id) ?? "";
    return isMeasured && earlier !== null && one.outcome !== null
      ? [{ id: one.id, query, before: earlier, after: one.outcome, by: one.by }]
      : [];
  });
  return {
    before: rightOf(before),
    after: after.length === 0 ? null : rightOf(after),
    gained: turned.filter((one) => one.before !== "right" && one.after === "right"),
    lost: turned.filter((one) => one.before === "right" && one.after !== "right"),
    unmeasured: after.length - turned.length,
  };
}

/** What stands: written down, together with the search's end where it ends with it. Answers whether it goes on. */
export async function judgeStanding(context: Judging, search: Search, skill: string): Promise<boolean> {
  const { row } = search;
  const run = await readRun(context, search, { position: 0, skill });
  const [training, heldOut] = [casesOn(run, "training"), casesOn(run, "held-out")];
  const queries = queriesOf(run);
  const judged: Judged = {
    training: figuresOf({ before: training, after: [] }, queries),
    heldOut: figuresOf({ before: heldOut, after: [] }, queries),
    p: null,
    neighbours: [],
  };
  const outcome = isMeasured(run) ? outcomeOfStanding(search, { training, heldOut }) : "not-measured";
  await inTransaction(context, async (context) => {
    await write(context, search, { position: 0, word: "standing", reason: null, judged });
    if (outcome === null) return;
    const { owner } = context;
    await endSearch(context, { id: row.id, state: "done", failure: null, outcome, owner });
  });
  return outcome === null;
}

/** Why a search ends with what stands; null where it goes on. */
function outcomeOfStanding(
  { row }: Search,
  { training, heldOut }: { training: JudgedCase[]; heldOut: JudgedCase[] },
): ImprovementOutcome | null {
  const wrong = (cases: readonly JudgedCase[]) => cases.filter(isWrong).length;
  if (wrong(training) === 0) return "nothing-to-learn";
  const isLive = row.modelKind === "live";
  return isLive && wrong(heldOut) < fewestCredibleGains(row.wanted) ? "out-of-reach" : null;
}

const isWrong = ({ outcome }: JudgedCase): boolean =>
  outcome !== null && outcome !== "right" && outcome !== "invalid";

/** A text in its own suite: refused, or its figures are written down and the neighbours are next. */
export async function judgeOwn(
  context: Judging,
  search: Search,
  { position, skill }: { position: number; skill: string },
): Promise<void> {
  const before = await readRun(context, search, { position: 0, skill });
  const after = await readRun(context, search, { position, skill });
  const side = (name: Side): BeforeAfter => ({ before: casesOn(before, name), after: casesOn(after, name) });
  const [training, heldOut] = [side("training"), side("held-out")];
  const queries = queriesOf(after);
  const figures = {
    training: figuresOf(training, queries),
    heldOut: figuresOf(heldOut, queries),
    neighbours: [],
  };
  const isBroken = !isMeasured(before) || !isMeasured(after);
  if (search.kind === "improve") {
    const { word, p } = judgeImprovement({ training, heldOut, tried: search.row.wanted });
    const said = isBroken ? "not-measured" : word;
    const judged = { ...figures, p };
    const reason = sayOwn(said, judged, search.row.wanted);
    return write(context, search, { position, word: said === "improves" ? null : said, reason, judged });
  }
  const flips = findFlips(heldOut);
  const isFound = heldOut.before.some(
    ({ outcome, expected }) => outcome === "right" && expected.kind === "skill" && expected.name === skill,
  );
  const word: AttemptWord | null =
    isBroken || !isFound || flips.unknown.length > 0
      ? "not-measured"
      : flips.lost.length > 0
        ? "flipped"
        : null;
  const judged = { ...figures, p: null };
  const reason =
    word === "not-measured" && !isFound
      ? "No held-out case finds the skill as it stands: nothing could flip, so nothing is known."
      : sayFlips(word, judged);
  return write(context, search, { position, word, reason, judged });
}

/** Of a run in which nothing could be measured nothing can flip: that is not known, and no pass. */
const isMeasured = ({ figures }: { figures: { word: string } }): boolean => figures.word !== "invalid";

/** The same with all neighbours: passed, or who would lose what. */
export async function judgeAll(
  context: Judging,
  search: Search,
  { position, skill }: { position: number; skill: string },
): Promise<void> {
  const own = search.attempts.find((one) => one.position === position)?.judged;
  if (!own) return;
  const neighbours: Judged["neighbours"] = [];
  let [lost, unknown] = [0, 0];
  for (const suite of search.plan.suites) {
    if (suite.skill === skill) continue;
    const before = await readRun(context, search, { position: 0, skill: suite.skill });
    const after = await readRun(context, search, { position, skill: suite.skill });
    const pair = { before: casesOn(before, null), after: casesOn(after, null) };
    const flips = findFlips(pair);
    lost += flips.lost.length;
    unknown += flips.unknown.length + (isMeasured(before) && isMeasured(after) ? 0 : 1);
    neighbours.push({ skill: suite.skill, ...figuresOf(pair, queriesOf(after)) });
  }
  const passed = search.row.modelKind === "live" ? "passed" : "scripted";
  const word: AttemptWord = lost > 0 ? "neighbour-lost" : unknown > 0 ? "neighbour-not-measured" : passed;
  const judged = { ...own, neighbours };
  await write(context, search, { position, word, reason: sayFlips(word, judged), judged });
}

type Written = { position: number; word: AttemptWord | null; reason: string | null; judged: Judged };

async function write(
  context: Judging,
  { row }: Search,
  { position, word, reason, judged }: Written,
): Promise<void> {
  const { owner, now } = context;
  await inTransaction(context, async (context) => {
    await holdImprovement(context, { id: row.id, owner });
    await context.db.improvementAttempt.updateMany({
      where: { improvementId: row.id, position, word: null },
      data: { word, reason, judged, ...(word === null ? {} : { decidedAt: now() }) },
    });
  });
}
