import { editDistance } from "@/lib/kernel/edit-distance";

/** The candidate a misspelt name most likely means; null when none is near. Ignores case and `_` for `-`. */
export function findClosest(wanted: string, candidates: Iterable<string>): string | null {
  const folded = fold(wanted);
  if (folded === "" || folded.length > 200) return null;
  let best: { name: string; distance: number } | null = null;
  for (const name of candidates) {
    const distance = nearness(folded, fold(name));
    if (distance !== null && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

const fold = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** Edit distance when it is at most a third of the length; a contained name or file name counts as near. */
function nearness(wanted: string, name: string): number | null {
  if (wanted === name) return 0;
  const allowed = Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
  const contained =
    Math.min(wanted.length, name.length) >= 4 && (name.includes(wanted) || wanted.includes(name));
  if (Math.abs(wanted.length - name.length) > allowed) return contained ? allowed + 1 : null;
  const distance = editDistance(wanted, name, allowed + 1);
  if (distance <= allowed) return distance;
  return contained ? allowed + 1 : null;
}
