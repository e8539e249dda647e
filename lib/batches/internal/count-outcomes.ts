import type { BatchItem, BatchReport } from "../schema";

export function countOutcomes(items: readonly BatchItem[]): BatchReport["counts"] {
  const counts = { done: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}
