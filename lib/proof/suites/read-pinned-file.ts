import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { listPackageFiles, readBlob, readPackageFile } from "@/lib/library/read-packages";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";

/** One file of a package as it was pinned, whatever became of its draft since; null where there is none. */
export async function readPinnedFile(
  context: WorkspaceContext,
  pinned: PinnedPackage,
  path: string,
): Promise<Uint8Array | null> {
  if (pinned.kind === "version") {
    const file = await readPackageFile(context, { versionId: pinned.versionId }, path);
    return file?.bytes ?? null;
  }
  const file = pinned.files.find((one) => one.path === path);
  return file ? readBlob(context, file.sha256) : null;
}

/** Its manifest. */
export async function listPinnedFiles(
  context: WorkspaceContext,
  pinned: PinnedPackage,
): Promise<readonly { path: string; size: number; sha256: string }[]> {
  return pinned.kind === "draft" ? pinned.files : listPackageFiles(context, { versionId: pinned.versionId });
}
