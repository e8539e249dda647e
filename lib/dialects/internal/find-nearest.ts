import { editDistance } from "@/lib/kernel/edit-distance";

/** The first of the names that are fewest letters off, and no more than so many; null when there is none. */
export function findNearest(wanted: string, names: readonly string[], mostOff: number): string | null {
  let best: { name: string; off: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > mostOff) continue;
    const off = editDistance(wanted, name, mostOff + 1);
    if (off <= mostOff && (best === null || off < best.off)) best = { name, off };
  }
  return best?.name ?? null;
}
