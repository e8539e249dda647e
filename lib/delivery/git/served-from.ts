import type { HistoryRow } from "./load-history";

/**
 * What a clone gets: what is older is told to nobody new, and git takes a history that is cut into no repository but a
 * clone. So it is cut where it has to be: each commit has a tree that names all its skills.
 */
export const served = { commits: 1_000, names: 100_000, atLeast: 100 };
/** Beside the skills, about, in each commit. */
const rootNames = 10;

/**
 * The first commit (0-based) of those that everybody gets: none of them, nor any after it, holds a version that was
 * taken back. The newest is always among them.
 */
export function servedFrom(
  rows: readonly Pick<HistoryRow, "change">[],
  takenBack: Pick<ReadonlyMap<string, unknown>, "has">,
): number {
  const first = Math.max(firstWithin(rows), holdingTakenBack(rows, takenBack).lastIndexOf(true) + 1);
  return Math.max(0, Math.min(first, rows.length - 1));
}

/** The first of the newest that are not too many. */
function firstWithin(rows: readonly Pick<HistoryRow, "change">[]): number {
  const counts = skillCounts(rows);
  let names = 0;
  let count = 0;
  while (count < Math.min(rows.length, served.commits)) {
    names += rootNames + (counts[rows.length - 1 - count] ?? 0);
    if (names > served.names && count >= served.atLeast) break;
    count += 1;
  }
  return rows.length - count;
}

/** Of each commit, how many skills it has. */
function skillCounts(rows: readonly Pick<HistoryRow, "change">[]): number[] {
  const there = new Set<string>();
  return rows.map(({ change: { skillId, skill } }) => {
    if (skillId !== null && skill) there.add(skillId);
    else if (skillId !== null) there.delete(skillId);
    return there.size;
  });
}

/** Of each commit, whether it holds a version that was taken back. */
export function holdingTakenBack(
  rows: readonly Pick<HistoryRow, "change">[],
  takenBack: Pick<ReadonlyMap<string, unknown>, "has">,
): boolean[] {
  const bad = new Set<string>();
  return rows.map(({ change: { skillId, skill } }) => {
    if (skillId !== null) {
      if (skill && takenBack.has(skill.versionId)) bad.add(skillId);
      else bad.delete(skillId);
    }
    return bad.size > 0;
  });
}
