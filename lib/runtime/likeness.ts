/** What a text means, as a direction: one whole number from -127 to 127 for each dimension. */
export type MeaningVector = Int8Array<ArrayBuffer>;

/** How alike skills are to something, by skill id: the cosine of their vectors, from -1 to 1. */
export type Likeness = ReadonlyMap<string, number>;

/** One byte a dimension: only the direction counts, and that changes by less than a hundredth. Null for no direction. */
export function packVector(numbers: readonly number[]): MeaningVector | null {
  let largest = 0;
  for (const number of numbers) {
    if (!Number.isFinite(number)) return null;
    largest = Math.max(largest, Math.abs(number));
  }
  return largest === 0 ? null : Int8Array.from(numbers, (number) => Math.round((number / largest) * 127));
}

/** Null for vectors of different dimensions, which say nothing of each other, and where one has no direction. */
export function likenessOf(left: MeaningVector, right: MeaningVector): number | null {
  if (left.length !== right.length) return null;
  let [dot, ofLeft, ofRight] = [0, 0, 0];
  for (let at = 0; at < left.length; at += 1) {
    const [one = 0, other = 0] = [left[at], right[at]];
    dot += one * other;
    ofLeft += one * one;
    ofRight += other * other;
  }
  if (ofLeft === 0 || ofRight === 0) return null;
  return Math.round((dot / Math.sqrt(ofLeft * ofRight)) * 1000) / 1000;
}

/**
 * Those that stand out from the rest, the most alike first: at least `deviations` above the average. How alike unrelated
 * texts are differs from model to model, so no likeness by itself says much.
 */
export function standingOut(
  likeness: Likeness,
  { deviations, most }: { deviations: number; most: number },
): { skillId: string; likeness: number }[] {
  const all = [...likeness].map(([skillId, value]) => ({ skillId, likeness: value }));
  if (all.length === 0) return [];
  const average = all.reduce((sum, one) => sum + one.likeness, 0) / all.length;
  const spread = Math.sqrt(all.reduce((sum, one) => sum + (one.likeness - average) ** 2, 0) / all.length);
  // A little less, so that rounding keeps none out.
  const least = average + deviations * spread - 1e-6;
  return all
    .filter((one) => one.likeness >= least)
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, most);
}
