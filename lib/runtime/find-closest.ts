import { editDistance } from "@/lib/kernel/edit-distance";

/** The candidate a misspelt name most likely means; null when none is near. Ignores case and `_` for `-`. */
export function findClosest(wanted: string, candidates: Iterable<string>): string | null {
  return listClosest(wanted, candidates, 1)[0] ?? null;
}

/** The same for several, the nearest first; of equally near ones in the order given. */
export function listClosest(wanted: string, candidates: Iterable<string>, most = 3): string[] {
  const folded = fold(wanted);
  if (folded === "" || folded.length > 200) return [];
  const near: { name: string; distance: number }[] = [];
  for (const name of candidates) {
    const distance = nearness(folded, fold(name));
    if (distance !== null) near.push({ name, distance });
  }
  return near
    .sort((left, right) => left.distance - right.distance)
    .slice(0, most)
    .map(({ name }) => name);
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
