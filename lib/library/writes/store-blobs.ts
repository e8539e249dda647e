import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { hourMs } from "@/lib/kernel/durations";
import { findMissingBlobs, writeBlobs } from "../adapters/blob-bytes";
import type { HeldFile } from "../blobs";

/** Small: the client writes a whole statement in one go, and everybody else waits for that. */
const batchFiles = 50;
const batchBytes = 1024 * 1024;
/** Writers share it, the clean-up takes it alone: a blob cannot go between being found and being named by a manifest. */
const blobLock = 4_817_301;

/** For whoever writes a manifest of blobs that are there already: they stay until the transaction ends. */
export async function keepBlobs({ db }: DatabaseContext): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock_shared(${blobLock}::bigint)`;
}

/**
 * Brings bytes to the database before the transaction that names them, which then finds them there. Only a help:
 * without it, and inside a transaction, `storeBlobs` brings them. What no manifest comes to name is cleaned up.
 */
export async function bringBlobs(context: DatabaseContext, files: readonly HeldFile[]): Promise<void> {
  const missing = files.length === 0 ? null : await findMissingBlobs(context, files);
  for (const batch of batches(missing ?? [])) await writeBlobs(context, batch);
}

/**
 * Stores what is not there yet. The manifest that names the files must be written in the same transaction: until
 * it commits, the shared lock keeps the clean-up away.
 */
export async function storeBlobs(context: DatabaseContext, files: readonly HeldFile[]): Promise<void> {
  await keepBlobs(context);
  const wanted = new Map(files.map((file) => [file.sha256, file]));
  const hashes = [...wanted.keys()];
  const known = await context.db.blob.findMany({
    where: { sha256: { in: hashes } },
    select: { sha256: true },
  });
  for (const { sha256 } of known) wanted.delete(sha256);
  // Sorted, so that two writers with the same files wait for each other instead of deadlocking.
  const missing = [...wanted.values()].sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  for (const batch of batches(missing)) {
    await context.db.blob.createMany({
      data: batch.map(({ sha256, size, bytes }) => ({ sha256, size, bytes: new Uint8Array(bytes) })),
      skipDuplicates: true,
    });
  }
}

function* batches(files: readonly HeldFile[]): Generator<HeldFile[]> {
  let batch: HeldFile[] = [];
  let size = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === batchFiles || size + file.size > batchBytes)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(file);
    size += file.size;
  }
  if (batch.length > 0) yield batch;
}

const cleanUpBatch = 2_000;
/** A rehearsal may still read the files of a draft that has just moved on. */
const youngestMs = hourMs;

/**
 * Deletes blobs that no manifest names any more, nor the frozen drafts of a suite's run that goes on, some at a time. Gives up at once while anything is being written.
 * Answers how many went.
 */
export async function deleteUnusedBlobs({ db }: DatabaseContext, now: Date): Promise<number> {
  const [lock] = await db.$queryRaw<{ got: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${blobLock}::bigint) AS got`;
  if (!lock?.got) return 0;
  const before = new Date(now.getTime() - youngestMs);
  return db.$executeRaw`
    WITH frozen AS MATERIALIZED (
      SELECT DISTINCT (files.file ->> 'sha256')::bpchar AS sha256 FROM "SuiteRun" run
      CROSS JOIN LATERAL json_each(run.offer -> 'packages') AS packages(skill, pinned)
      CROSS JOIN LATERAL json_array_elements(coalesce(packages.pinned -> 'files', '[]'::json)) AS files(file)
      WHERE run.state IN ('queued', 'running')
    )
    DELETE FROM "Blob" WHERE sha256 IN (
      SELECT sha256 FROM "Blob" b
      WHERE b."createdAt" < ${before}
        AND NOT EXISTS (SELECT FROM "DraftFile" f WHERE f.sha256 = b.sha256)
        AND NOT EXISTS (SELECT FROM "VersionFile" f WHERE f.sha256 = b.sha256)
        AND NOT EXISTS (SELECT FROM "ImportFile" f WHERE f.sha256 = b.sha256)
        AND NOT EXISTS (SELECT FROM "SourceFile" f WHERE f.sha256 = b.sha256)
        AND NOT EXISTS (SELECT FROM "Thread" t WHERE t."fileSha256" = b.sha256)
        AND NOT EXISTS (SELECT FROM frozen WHERE frozen.sha256 = b.sha256)
      LIMIT ${cleanUpBatch})`;
}
