import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { compareSuiteRuns } from "@/lib/verdicts/compare-suite-runs";
import type { SuiteFigures } from "@/lib/verdicts/judge-suite";
import { triggerOutcomes } from "../proof-options";
import { addressOf, findCatalogueChanges, isAnsweredAlike } from "../proven/alike-runs";
import type { NeighbourPair } from "../proven/bytes-proof-schema";
import { findSoundRun } from "../proven/find-sound-run";
import { type AnsweredTrial, noAnswers, readAnswerAges } from "../proven/read-answer-ages";
import { dialectsOf, endOf, whoAnswered } from "../proven/run-facts";
import { isWhole, judgePooled, type Pooled } from "../reports/judge-pooled";
import type { ReportRow } from "../reports/read-suite-report";
import { triedCaseSchema } from "../suites/case-schema";

/** The bytes of the skill that changes: those that are looked at, and what is published of it; null where nothing is. */
export type ChangedSkill = { skillId: string; digest: string; publishedDigest: string | null };

/**
 * Runs that may be the ones before: of the same bytes of the neighbour with the same agent, answered by the same model, beside
 * what is published of the skill that changes; carried out to their end, the newest first.
 */
async function listRunsBefore(
  { db, workspace }: WorkspaceContext,
  row: ReportRow,
  { skillId, publishedDigest }: ChangedSkill,
): Promise<ReportRow[]> {
  const address = addressOf(row);
  if (address === null) return [];
  const all = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      removedAt: null,
      skillId: row.skillId,
      digest: row.digest,
      agentId: row.agentId,
      offer: { path: ["address"], equals: address },
      state: "done",
      besideSkillId: skillId,
      besideDigest: publishedDigest,
    },
    orderBy: { number: "desc" },
    include: { skill: { select: { name: true } } },
  });
  return all.filter((one) => isAnsweredAlike(row, one));
}

type Before = { runs: ReportRow[]; alsoChanged: string[] };

/**
 * Of these the ones that had the same catalogue in a host, pooled as those after them are. Where there is none, the newest of
 * another catalogue that measured something there, with what changed since besides this skill.
 */
async function chooseBefore(
  context: WorkspaceContext,
  rows: readonly ReportRow[],
  { before, dialect }: { before: readonly ReportRow[]; dialect: string },
): Promise<Before> {
  const isThere = (one: ReportRow) => dialectsOf([one]).has(dialect);
  const own = rows.filter(isThere);
  const changesOf = (one: ReportRow) =>
    own.flatMap((row) => findCatalogueChanges(row, one, row.besideSkillId));
  const there = before.filter(isThere);
  const same = there.filter((one) => changesOf(one).length === 0);
  if (same.length > 0) return { runs: same, alsoChanged: [] };
  const other = await findSoundRun(context, there, [dialect]);
  return other ? { runs: [other], alsoChanged: changesOf(other) } : { runs: [], alsoChanged: [] };
}

/**
 * A neighbour's runs beside the new bytes, the newest first, against those before them: which cases it lost, and to whom.
 * `dialects`: of its hosts these alone. One that was broken off stands by itself.
 */
export async function compareNeighbour(
  context: WorkspaceContext,
  rows: readonly [ReportRow, ...ReportRow[]],
  { changed, dialects }: { changed: ChangedSkill; dialects: readonly string[] },
): Promise<NeighbourPair> {
  const [row] = rows;
  const before = await listRunsBefore(context, row, changed);
  const names = dialectsOf(rows);
  const runsBefore = new Set<number>();
  const pair: Pick<NeighbourPair, "hosts" | "lost" | "alsoChanged"> = {
    hosts: [],
    lost: [],
    alsoChanged: [],
  };
  const counted: AnsweredTrial[] = [];
  for (const now of await judgePooled(context, rows)) {
    const { dialect } = now;
    if (!dialects.includes(dialect)) continue;
    const { runs, alsoChanged } = await chooseBefore(context, rows, { before, dialect });
    const earlier = runs.length > 0 ? await judgePooled(context, runs) : [];
    const was = earlier.find((one) => one.dialect === dialect)?.figures;
    for (const { number } of runs) runsBefore.add(number);
    const { host, lost } = compareInHost(now, was);
    pair.hosts.push({ ...host, name: names.get(dialect) ?? dialect });
    pair.lost.push(...lost.map((one) => ({ ...one, query: queryOf(row, one.case) })));
    pair.alsoChanged.push(...alsoChanged);
    counted.push(...now.trials.map((one) => one.row));
  }
  const numbersBefore = [...runsBefore].toSorted((left, right) => right - left);
  const answers = (await readAnswerAges(context, counted)) ?? noAnswers(endOf(row));
  return {
    ...whoAnswered(row),
    ...pair,
    run: row.number,
    before: numbersBefore[0] ?? null,
    runs: rows.map(({ number }) => number),
    runsBefore: numbersBefore,
    isBrokenOff: !isWhole(row),
    alsoChanged: [...new Set(pair.alsoChanged)],
    at: answers.oldest,
    answers,
  };
}

type Host = NeighbourPair["hosts"][number];
type Lost = NeighbourPair["lost"][number];

function compareInHost(
  { dialect, figures, isFaulty, trials }: Pooled,
  was: SuiteFigures | undefined,
): { host: Omit<Host, "name">; lost: Omit<Lost, "query">[] } {
  const comparison = compareSuiteRuns(was?.cases ?? [], figures.cases);
  const unmeasured = new Set([...comparison.unmeasured, ...comparison.added]);
  const both = figures.cases.filter(({ id }) => !unmeasured.has(id));
  const rightNow = both.filter(({ outcome }) => outcome === "right").length;
  const lost = comparison.lost.map((id) => {
    const is = figures.cases.find((one) => one.id === id);
    const outcome = z.enum(triggerOutcomes).parse(is?.outcome);
    const run = newestOf(trials, { case: id, outcome });
    return { case: id, dialect, before: "right" as const, now: outcome, by: is?.by ?? null, run };
  });
  return {
    lost,
    host: {
      dialect,
      word: figures.word,
      wordBefore: was?.word ?? null,
      isFaulty,
      neverFires: isSilent(figures) && was !== undefined && isSilent(was),
      compared: both.length,
      rightBefore: rightNow + comparison.lost.length - comparison.gained.length,
      rightNow,
      now: figures.accuracy,
      gained: comparison.gained.length,
    },
  };
}

const triedCases = z.array(triedCaseSchema);
const queryOf = ({ tried }: ReportRow, id: string): string =>
  triedCases.parse(tried).find((one) => one.id === id)?.query ?? "";

/** Every trial counts, and no skill was ever activated though some should have been. */
const isSilent = ({ nothingFired, invalid }: SuiteFigures): boolean => nothingFired && invalid.length === 0;

/** The number of the newest run in which a case came out like this: in some it did, as more of it did than not. */
const newestOf = (trials: Pooled["trials"], wanted: { case: string; outcome: string }): number =>
  Math.max(
    0,
    ...trials.flatMap(({ row, run }) =>
      row.caseId === wanted.case && row.outcome === wanted.outcome ? [Number(run)] : [],
    ),
  );
