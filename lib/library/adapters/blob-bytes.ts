import "server-only";
import { type DatabaseContext, poolOf } from "@/lib/db/client";
import { queryBytes } from "@/lib/db/query-bytes";
import type { HeldFile } from "../blobs";

type BytesRow = { sha256: string; bytes: Buffer };

/** Bytes by sha256, of those that are there; null in a transaction, which only Prisma reaches. */
export async function readBlobs(
  { db }: DatabaseContext,
  sha256s: readonly string[],
): Promise<Map<string, Uint8Array> | null> {
  const pool = poolOf(db);
  if (!pool) return null;
  const rows = await queryBytes<BytesRow>(pool, {
    text: 'SELECT sha256, bytes FROM "Blob" WHERE sha256 = ANY($1)',
    values: [sha256s],
  });
  // Small buffers are pieces of one that Node shares out: kept as they are, or given to a thread, they take all of it along.
  return new Map(rows.map(({ sha256, bytes }) => [sha256, new Uint8Array(bytes)]));
}

/** Which of the files are not there yet, each digest once; null in a transaction. */
export async function findMissingBlobs(
  { db }: DatabaseContext,
  files: readonly HeldFile[],
): Promise<HeldFile[] | null> {
  const pool = poolOf(db);
  if (!pool) return null;
  const wanted = new Map(files.map((file) => [file.sha256, file]));
  const known = await queryBytes<{ sha256: string }>(pool, {
    text: 'SELECT sha256 FROM "Blob" WHERE sha256 = ANY($1)',
    values: [[...wanted.keys()]],
  });
  for (const { sha256 } of known) wanted.delete(sha256);
  return [...wanted.values()];
}

/** Each is there afterwards, by whoever's hand; nothing happens in a transaction. One statement: give it few. */
export async function writeBlobs({ db }: DatabaseContext, files: readonly HeldFile[]): Promise<void> {
  const pool = poolOf(db);
  if (!pool) return;
  const rows = files.map((_, at) => `($${at * 3 + 1}, $${at * 3 + 2}, $${at * 3 + 3})`);
  await queryBytes(pool, {
    text: `INSERT INTO "Blob" (sha256, size, bytes) VALUES ${rows.join(", ")} ON CONFLICT DO NOTHING`,
    values: files.flatMap(({ sha256, size, bytes }) => [sha256, size, Buffer.from(bytes)]),
  });
}
