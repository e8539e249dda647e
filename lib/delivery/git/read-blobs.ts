import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import type { PackedObject } from "@/lib/git/repository";
import { deflateObject } from "@/lib/git/write-pack";
import { loadBlobs } from "@/lib/library/blobs";

/** Where the bytes of a blob are: stored by their sha256, or at hand. */
export type BlobSource = { sha256: string; size: number } | { bytes: Uint8Array };

const MiB = 1024 * 1024;
/** Read from the database at once. */
const batchFiles = 100;
const batchBytes = 2 * MiB;

declare global {
  var greenroomGitObjects: LRUCache<string, PackedObject> | undefined;
}
/** Of this process, blobs and trees by git's ids: what was packed for one fetch is packed for the next. */
export function packedObjects(): LRUCache<string, PackedObject> {
  globalThis.greenroomGitObjects ??= new LRUCache({
    maxSize: 64 * MiB,
    maxEntrySize: MiB,
    sizeCalculation: ({ deflated }) => deflated.length + 200,
  });
  return globalThis.greenroomGitObjects;
}

type Wanted = { id: string; source: BlobSource };

/** Each blob as a pack holds it; only one batch is in memory, however slowly it is taken. */
export async function* readBlobs(
  context: WorkspaceContext,
  ids: readonly string[],
  sourceOf: (id: string) => BlobSource | undefined,
): AsyncGenerator<PackedObject> {
  let batch: Wanted[] = [];
  let size = 0;
  for (const id of ids) {
    const known = packedObjects().get(id);
    if (known) {
      yield known;
      continue;
    }
    const source = sourceOf(id);
    if (!source) throw new Error(`Nothing says where the blob ${id} is.`);
    batch.push({ id, source });
    size += "bytes" in source ? source.bytes.length : source.size;
    if (batch.length < batchFiles && size < batchBytes) continue;
    yield* await packBatch(context, batch);
    batch = [];
    size = 0;
  }
  yield* await packBatch(context, batch);
}

async function packBatch(context: WorkspaceContext, batch: readonly Wanted[]): Promise<PackedObject[]> {
  const stored = batch.flatMap(({ source }) => ("bytes" in source ? [] : source.sha256));
  const blobs = await loadBlobs(context, [...new Set(stored)]);
  return Promise.all(
    batch.map(async ({ id, source }) => {
      const bytes = "bytes" in source ? source.bytes : blobs.get(source.sha256);
      if (!bytes) throw new Error(`The bytes of the blob ${id} are missing.`);
      const blob = { id, size: bytes.length, deflated: await deflateObject(bytes) };
      packedObjects().set(id, blob);
      return blob;
    }),
  );
}
