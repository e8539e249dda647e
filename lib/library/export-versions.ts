import "server-only";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { compareUtf8 } from "@/lib/skills/digest";
import type { Download } from "./download";
import { readPackageFiles } from "./queries";
import { scopeOf } from "./scope";

/**
 * Several versions as one zip, a folder each, in the order of their names: the same versions are the same bytes.
 * NOT_FOUND when one is not here; UNPROCESSABLE when two would unpack into one folder.
 */
export async function exportVersions(
  context: Context,
  input: { versionIds: readonly string[]; fileName: string },
): Promise<Download> {
  requirePermission(context, "library.read");
  const scope = scopeOf(context);
  const versions = await context.db.version.findMany({
    where: { id: { in: [...input.versionIds] }, workspaceId: scope.workspaceId },
    select: { id: true, name: true, digest: true },
  });
  if (versions.length !== new Set(input.versionIds).size)
    throw new AppError("NOT_FOUND", "One of these versions is no longer there.");
  versions.sort((left, right) => compareUtf8(left.name, right.name));
  requireOwnFolders(versions);
  const packages = [];
  for (const { id, name } of versions) {
    packages.push({ folderName: name, files: await readPackageFiles(scope, { versionId: id }) });
  }
  return {
    fileName: input.fileName,
    mediaType: "application/zip",
    etag: sha256(versions.map(({ name, digest }) => `${digest}  ${name}\n`).join("")),
    content: await buffer(writeZip(packages, { layout: "folder" })),
  };
}

/** Two skills can meet in one folder when one was published under a name that another has now. */
function requireOwnFolders(versions: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of versions) {
    const folder = name.toLowerCase();
    if (seen.has(folder)) {
      throw new AppError("UNPROCESSABLE", `Two of the skills would unpack into one folder, ${name}.`, {
        details: { folder: name },
      });
    }
    seen.add(folder);
  }
}
