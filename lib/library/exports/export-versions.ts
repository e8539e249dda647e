import "server-only";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { archiveTag } from "@/lib/bundles/archive-tag";
import type { Download } from "@/lib/bundles/download";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import type { PortablePackage } from "@/lib/bundles/portable-package";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { compareUtf8, packageDigest } from "@/lib/skills/digest";
import { foldName } from "@/lib/skills/fold-name";
import { readPackageFiles } from "../read-packages";
import { requireNotWithdrawn } from "../versions/require-not-withdrawn";
import type { PortableReport } from "./export-schema";
import { makePortable } from "./make-portable";

/**
 * Several versions as one zip, a folder each, in the order of their names: the same versions are the same bytes.
 * NOT_FOUND when one is not here; UNPROCESSABLE when two would unpack into one folder, or when the portable form is
 * asked for and some have none: then every one of them is named with the rules it breaks.
 */
export async function exportVersions(
  context: Context,
  {
    versionIds,
    fileName,
    portable = false,
  }: { versionIds: readonly string[]; fileName: string; portable?: boolean },
): Promise<Download> {
  const stored = await readVersions(context, versionIds);
  const packages = portable ? await portablePackages(stored) : stored;
  const breathe = createBreathe();
  const tags: string[] = [];
  for (const item of packages) {
    tags.push(`${tagOf(item)}  ${item.folderName}\n`);
    await breathe();
  }
  return {
    fileName,
    mediaType: "application/zip",
    etag: sha256(tags.join("")),
    content: await buffer(writeZip(packages, { layout: "folder" })),
  };
}

/** What the portable form of each would change, in the order of their names. Errors as for an export. */
export async function reportPortableVersions(
  context: Context,
  versionIds: readonly string[],
): Promise<(PortableReport & { skill: string })[]> {
  const stored = await readVersions(context, versionIds);
  return (await eachPortable(stored)).map(({ folderName, moved, problems }) => ({
    skill: folderName,
    moved: [...moved],
    problems: [...problems],
  }));
}

type Packed = { folderName: string; files: readonly FileBytes[] };

async function readVersions(context: Context, versionIds: readonly string[]): Promise<Packed[]> {
  requirePermission(context, "library.read");

  const versions = await context.db.version.findMany({
    where: { id: { in: [...versionIds] }, workspaceId: context.workspace.id },
    select: { id: true, name: true, number: true, withdrawal: true },
  });
  if (versions.length !== new Set(versionIds).size)
    throw new AppError("NOT_FOUND", "One of these versions is no longer there.");
  await requireNotWithdrawn(context, versions);
  versions.sort((left, right) => compareUtf8(left.name, right.name));
  requireOwnFolders(versions);
  const packages = [];
  for (const { id, name } of versions)
    packages.push({ folderName: name, files: await readPackageFiles(context, { versionId: id }) });
  return packages;
}

/** One after the other, with others' work between them. */
async function eachPortable(
  stored: readonly Packed[],
): Promise<({ folderName: string } & PortablePackage)[]> {
  const breathe = createBreathe();
  const made = [];
  for (const { folderName, files } of stored) {
    made.push({ folderName, ...(await makePortable(folderName, files)) });
    await breathe();
  }
  return made;
}

async function portablePackages(stored: readonly Packed[]): Promise<Packed[]> {
  const made = await eachPortable(stored);
  const refused = made.filter(({ problems }) => problems.length > 0);
  if (refused.length === 0) return made;
  const sentence = refused
    .map(({ folderName, problems }) => `${folderName} (${problems.map(({ rule }) => rule).join(", ")})`)
    .join("; ");
  throw new AppError("UNPROCESSABLE", `There is no portable form of ${sentence}.`, {
    details: { skills: refused.map(({ folderName, problems }) => ({ skill: folderName, problems })) },
  });
}

function tagOf({ files }: Packed): string {
  const hashed = files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) }));
  return archiveTag(packageDigest(hashed, sha256), files);
}

/** Two skills can meet in one folder when one was published under a name that another has now. */
function requireOwnFolders(versions: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of versions) {
    const folder = foldName(name);
    if (seen.has(folder)) {
      throw new AppError("UNPROCESSABLE", `Two of the skills would unpack into one folder, ${name}.`, {
        details: { folder: name },
      });
    }
    seen.add(folder);
  }
}
