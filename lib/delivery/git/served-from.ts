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
  let first = Math.max(0, rows.length - mostServed);
  const bad = new Set<string>();
  for (const [at, { change }] of rows.entries()) {
    const { skillId, skill } = change;
    if (skillId !== null) {
      if (skill && takenBack.has(skill.versionId)) bad.add(skillId);
      else bad.delete(skillId);
    }
    if (bad.size > 0) first = Math.max(first, at + 1);
  }
  return Math.min(first, Math.max(0, rows.length - 1));
}
