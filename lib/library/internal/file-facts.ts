import { examineFile, type FileFacts } from "@/lib/aside/examine-file";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import { type Breathe, inSteps } from "@/lib/platform/yield-between-steps";

type Subject = { path: string; sha256: string; size: number };

/** Facts never change for the same bytes, so keeping them is safe on every server; the oldest go first. */
const kept = new Map<string, FileFacts>();
const mostKept = 5_000;
/** As much as is handed over at a time, so that others' work comes between. Bytes. */
const mostAtOnce = 2 * 1024 * 1024;

const keyOf = ({ path, sha256 }: Subject): string => `${sha256} ${path}`;

/** Null when these bytes have to be read (again). */
export function findFacts(file: Subject): FileFacts | null {
  const key = keyOf(file);
  const facts = kept.get(key);
  if (!facts) return null;
  kept.delete(key);
  kept.set(key, facts);
  return facts;
}

/** The facts of these files, in their order: here where they are short, in a thread of their own where they are not. */
export async function learnFacts(
  files: readonly (Subject & { bytes: Uint8Array })[],
  breathe: Breathe,
): Promise<FileFacts[]> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const learned: FileFacts[] = [];
  if (size < leastAside)
    for (const file of files) {
      learned.push(await inSteps(examineFile(file), breathe));
      await breathe();
    }
  else for (const batch of batches(files)) learned.push(...(await examineAside(batch)));
  for (const [at, facts] of learned.entries()) {
    const file = files[at];
    if (file) keep(file, facts);
  }
  return learned;
}

/** Copies go, each with a buffer of its own: what was read may be a view on a whole archive. */
function examineAside(files: readonly (Subject & { bytes: Uint8Array })[]): Promise<FileFacts[]> {
  const copies = files.map(({ path, size, bytes }) => ({ path, size, bytes: new Uint8Array(bytes) }));
  return workAside(
    "examine",
    copies,
    copies.map(({ bytes }) => bytes.buffer),
  );
}

function* batches<T extends { bytes: Uint8Array }>(files: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const file of files) {
    batch.push(file);
    size += file.bytes.length;
    if (size < mostAtOnce) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

function keep(file: Subject, facts: FileFacts): void {
  kept.set(keyOf(file), facts);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}
