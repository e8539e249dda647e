import type { HistoryRow } from "./load-history";

/** Commits that a clone gets at most: what is older is told to nobody new. */
export const mostServed = 100;

/**
 * The first commit (0-based) of those that everybody gets: none of them, nor any after it, holds a version that was
 * taken back. The newest is always among them.
 */
export function servedFrom(
  rows: readonly Pick<HistoryRow, "change">[],
  takenBack: Pick<ReadonlyMap<string, unknown>, "has">,
): number {
  const first = Math.max(rows.length - mostServed, holdingTakenBack(rows, takenBack).lastIndexOf(true) + 1);
  return Math.max(0, Math.min(first, rows.length - 1));
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
