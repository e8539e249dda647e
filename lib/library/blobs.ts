import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { sha256 } from "@/lib/platform/crypto";
import { readBlobs } from "./adapters/blob-bytes";
import type { ManifestFile } from "./describe-package";

export type NewFile = { path: string; bytes: Uint8Array; executable?: boolean };
/** A file with its bytes at hand. */
export type HeldFile = ManifestFile & { bytes: Uint8Array };

export const heldFile = ({ path, bytes, executable = false }: NewFile): HeldFile => ({
  path,
  bytes,
  sha256: sha256(bytes),
  size: bytes.byteLength,
  executable,
});

export const manifestOf = (files: readonly ManifestFile[]): ManifestFile[] =>
  files.map(({ path, sha256, size, executable }) => ({ path, sha256, size, executable }));

/** Bytes by sha256. Take the sha256s from a manifest read in scope, never from a request. */
export async function loadBlobs(
  context: DatabaseContext,
  sha256s: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (sha256s.length === 0) return new Map();
  const direct = await readBlobs(context, sha256s);
  if (direct) return direct;
  const rows = await context.db.blob.findMany({
    where: { sha256: { in: [...sha256s] } },
    select: { sha256: true, bytes: true },
  });
  return new Map(rows.map((row) => [row.sha256, row.bytes]));
}
