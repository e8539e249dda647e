import { editDistance } from "@/lib/kernel/edit-distance";

/** The candidate nearest to `text` by edit distance, if it is near enough to be a slip of the hand. */
export function closestMatch(text: string, candidates: Iterable<string>): string | null {
  const wanted = text.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
