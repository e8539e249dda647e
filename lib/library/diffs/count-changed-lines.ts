import "server-only";
import type { DiffedFile, FilePair } from "@/lib/diff/match-files";
import { hasTooManyLines } from "@/lib/diff/text-lines";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { guessTextByName, textOf } from "@/lib/skills/file-text";
import type { LoadBytes } from "../describe-package";
import { findLineCounts, learnLineCounts } from "../internal/line-counts";

/** Longer files are counted when they are opened. */
const longestCounted = 512 * 1024;
const batchBytes = 1024 * 1024;
/** A list must not wait for its counts: on a busy machine the rest is counted when it is opened. Milliseconds. */
const patience = 300;

/** Counts the lines of pairs that are not counted yet, as many as there is time for. */
export async function countChangedLines(pairs: readonly FilePair[], load: LoadBytes): Promise<void> {
  const startedAt = performance.now();
  const breathe = createBreathe();
  for (const batch of batches(pairs.filter(isUncounted))) {
    const hashes = batch.flatMap(({ before, after }) =>
      [before, after].flatMap((file) => file?.sha256 ?? []),
    );
    const bytes = await load([...new Set(hashes)]);
    for (const pair of batch) {
      const [before, after] = [textAt(pair.before, bytes), textAt(pair.after, bytes)];
      if (before !== null && after !== null) await learnLineCounts(pair, { before, after });
      await breathe();
    }
    if (performance.now() - startedAt > patience) return;
  }
}

const isUncounted = (pair: FilePair): boolean =>
  isCountable(pair.before) && isCountable(pair.after) && findLineCounts(pair) === null;

const isCountable = (file: DiffedFile | null): boolean =>
  file === null || (guessTextByName(file.path) && file.size <= longestCounted);

/** Empty for a side that is not there; null for what is no text. */
function textAt(file: DiffedFile | null, bytes: ReadonlyMap<string, Uint8Array>): string | null {
  if (!file) return "";
  const held = bytes.get(file.sha256);
  const text = held ? textOf(held) : null;
  return text === null || hasTooManyLines(text) ? null : text;
}

function* batches(pairs: readonly FilePair[]): Generator<FilePair[]> {
  let batch: FilePair[] = [];
  let size = 0;
  for (const pair of pairs) {
    batch.push(pair);
    size += (pair.before?.size ?? 0) + (pair.after?.size ?? 0);
    if (size < batchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
