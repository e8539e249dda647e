import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { compareSuiteRuns } from "@/lib/verdicts/compare-suite-runs";
import { addressOf, findCatalogueChanges, isAnsweredAlike } from "./alike-runs";
import type { NeighbourPair } from "./bytes-proof-schema";
import { triedCaseSchema } from "./case-schema";
import { judgeRunOfSuite } from "./figures";
import { findSoundRun } from "./find-sound-run";
import { triggerOutcomes } from "./proof-options";
import { readRunAskedAt } from "./read-asked-at";
import type { ReportRow } from "./read-suite-report";
import { dialectsOf, whoAnswered } from "./run-facts";

/** The bytes of the skill that changes: those that are looked at, and what is published of it; null where nothing is. */
export type ChangedSkill = { skillId: string; digest: string; publishedDigest: string | null };

/** None given: all that the run has. */
type InHosts = { dialects?: readonly string[] };

/**
 * The run before it: of the same bytes of the neighbour with the same agent, answered by the same model, beside what is
 * published of the skill that changes; carried out to its end. One with the same catalogue else, where there is any; of these
 * the newest that measured something in all of these hosts, else the newest. Null where there is none.
 */
export async function findRunBefore(
  context: WorkspaceContext,
  row: ReportRow,
  { skillId, publishedDigest, dialects = [...dialectsOf([row]).keys()] }: ChangedSkill & InHosts,
): Promise<ReportRow | null> {
  const { db, workspace } = context;
  const address = addressOf(row);
  if (address === null) return null;
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
  const alike = all.filter((one) => isAnsweredAlike(row, one));
  const same = alike.filter((one) => findCatalogueChanges(row, one, skillId).length === 0);
  return findSoundRun(context, same.length > 0 ? same : alike, dialects);
}

/**
 * A neighbour's run beside the new bytes against the one before it: which cases it lost, and to whom. `dialects`: of its
 * hosts these alone.
 */
export async function compareNeighbour(
  context: WorkspaceContext,
  row: ReportRow,
  { before, dialects }: { before: ReportRow | null } & InHosts,
): Promise<NeighbourPair> {
  const names = dialectsOf([row]);
  const queries = new Map(
    z
      .array(triedCaseSchema)
      .parse(row.tried)
      .map(({ id, query }) => [id, query]),
  );
  const earlier = before ? await judgeRunOfSuite(context, before) : [];
  const hosts: NeighbourPair["hosts"] = [];
  const lost: NeighbourPair["lost"] = [];
  for (const { dialect, ...figures } of await judgeRunOfSuite(context, row)) {
    if (dialects?.includes(dialect) === false) continue;
    const was = earlier.find((one) => one.dialect === dialect);
    const comparison = compareSuiteRuns(was?.cases ?? [], figures.cases);
    const unmeasured = new Set([...comparison.unmeasured, ...comparison.added]);
    const both = figures.cases.filter(({ id }) => !unmeasured.has(id));
    const rightNow = both.filter(({ outcome }) => outcome === "right").length;
    hosts.push({
      dialect,
      name: names.get(dialect) ?? dialect,
      word: figures.word,
      wordBefore: was?.word ?? null,
      compared: both.length,
      rightBefore: rightNow + comparison.lost.length - comparison.gained.length,
      rightNow,
      now: figures.accuracy,
      gained: comparison.gained.length,
    });
    for (const id of comparison.lost) {
      const is = figures.cases.find((one) => one.id === id);
      lost.push({
        case: id,
        query: queries.get(id) ?? "",
        dialect,
        before: "right",
        now: z.enum(triggerOutcomes).parse(is?.outcome),
        by: is?.by ?? null,
      });
    }
  }
  return {
    ...whoAnswered(row),
    run: row.number,
    before: before?.number ?? null,
    isBrokenOff: row.state !== "done",
    alsoChanged: before ? findCatalogueChanges(row, before, row.besideSkillId) : [],
    at: await readRunAskedAt(context, row),
    hosts,
    lost,
  };
}
