import type { Candidate } from "./events";
import { type Likeness, standingOut } from "./likeness";

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), with its usual constant. */
const rankConstant = 60;
/** What a query finds by meaning: few, since every skill is a little like everything. */
export const standsOut = { deviations: 1, most: 20 } as const;

type Named = { skillId: string; name: string };

/**
 * What a search found by words, and what is alike by meaning, in one order: by rank in either, not by points, which
 * nothing makes comparable. What words alone found keeps its order. A score never rises further down: who comes before another has at
 * least its points, so that whoever goes by scores goes by this order.
 */
export function fuseByRank(
  found: readonly Candidate[],
  entries: readonly Named[],
  likeness: Likeness | null,
): Candidate[] {
  const alike = likeness ? standingOut(likeness, standsOut) : [];
  if (alike.length === 0) return [...found];
  const names = new Map(entries.map(({ skillId, name }) => [skillId, name]));
  const byWords = new Map(found.map((candidate) => [candidate.skillId, candidate]));
  const points = new Map<string, number>();
  const count = (skillId: string, at: number) =>
    points.set(skillId, (points.get(skillId) ?? 0) + 1 / (rankConstant + at + 1));
  for (const [at, { skillId }] of found.entries()) count(skillId, at);
  for (const [at, { skillId }] of alike.entries()) count(skillId, at);
  const candidates = [...points].flatMap(([skillId, fused]) => {
    const name = names.get(skillId);
    const known = byWords.get(skillId) ?? (name === undefined ? null : untold(skillId, name));
    const value = likeness?.get(skillId);
    return known ? [{ fused, candidate: value === undefined ? known : { ...known, likeness: value } }] : [];
  });
  const order = candidates.sort((left, right) => right.fused - left.fused).map(({ candidate }) => candidate);
  return fallingScores(order);
}

const untold = (skillId: string, name: string): Candidate => ({
  skillId,
  name,
  score: 0,
  fields: { name: 0, description: 0, body: 0, triggers: 0 },
});

function fallingScores(order: readonly Candidate[]): Candidate[] {
  let least = 0;
  return order
    .toReversed()
    .map((candidate) => {
      least = Math.max(least, candidate.score);
      return candidate.score === least ? candidate : { ...candidate, score: least };
    })
    .reverse();
}
