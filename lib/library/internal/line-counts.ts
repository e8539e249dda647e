import { leastAside, workAside } from "@/lib/aside/work-aside";
import { countLineChanges } from "@/lib/diff/diff-text";
import type { FilePair } from "@/lib/diff/match-files";

type LineCounts = { added: number; removed: number };

/** Counts never change for the same two texts, so keeping them is safe on every server; the oldest go first. */
const kept = new Map<string, LineCounts>();
const mostKept = 20_000;

const keyOf = ({ before, after }: FilePair): string => `${before?.sha256 ?? ""} ${after?.sha256 ?? ""}`;
const nothing: LineCounts = { added: 0, removed: 0 };

/** Null when these two texts have to be read (again). */
export function findLineCounts(pair: FilePair): LineCounts | null {
  if (pair.before?.sha256 === pair.after?.sha256) return nothing;
  return kept.get(keyOf(pair)) ?? null;
}

export async function learnLineCounts(
  pair: FilePair,
  texts: { before: string; after: string },
): Promise<void> {
  const { before, after } = texts;
  const isLong = before.length + after.length >= leastAside;
  kept.set(keyOf(pair), isLong ? await workAside("countChanges", texts) : countLineChanges(before, after));
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

export const countedLines = (pair: FilePair): { added: number | null; removed: number | null } =>
  findLineCounts(pair) ?? { added: null, removed: null };
