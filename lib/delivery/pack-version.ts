import "server-only";
import { buffer } from "node:stream/consumers";
import type { WorkspaceContext } from "@/lib/access/context";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import type { HeldFile } from "@/lib/library/blobs";
import { readPackageFiles } from "@/lib/library/read-packages";
import { ConcurrencySlots, type SlotLimits } from "@/lib/platform/concurrency-slots";

/** Packages that are read and packed at once: of one workspace, and on this server. Each is twice in memory meanwhile. */
const packing: SlotLimits = { each: 2, all: 4, waiting: 500, waitMs: 30_000 };
const retryAfterSeconds = 5;
/** Whoever asked first may leave; others wait for the same archive. */
const nobodyLeaves = new AbortController().signal;

declare global {
  var greenroomPackingSlots: ConcurrencySlots | undefined;
}

export type PackedVersion = { files: readonly HeldFile[]; archive: Uint8Array<ArrayBuffer> };

/**
 * A version as a zip with its files at the root, byte for byte as they were published. Uncompressed: an index gives the
 * sha256 of the archive, and the same version must be the same one on every server and release. No files for a version
 * that is not here; UNAVAILABLE while too many are packed.
 */
export async function packVersion(
  context: WorkspaceContext,
  { versionId, name }: { versionId: string; name: string },
): Promise<PackedVersion> {
  globalThis.greenroomPackingSlots ??= new ConcurrencySlots(packing);
  const slot = await globalThis.greenroomPackingSlots.take(context.workspace.id, nobodyLeaves);
  if (!slot.ok)
    throw new AppError("UNAVAILABLE", "Too many archives are being packed. Try again in a few seconds.", {
      retryAfterSeconds,
    });
  try {
    const files = await readPackageFiles(context, { versionId });
    const packed = await buffer(writeZip([{ folderName: name, files }], { layout: "root", stored: true }));
    return { files, archive: packed };
  } finally {
    slot.end();
  }
}
