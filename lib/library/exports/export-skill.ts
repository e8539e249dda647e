import "server-only";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { archiveTag } from "@/lib/bundles/archive-tag";
import type { Download } from "@/lib/bundles/download";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import { readPackageFiles } from "../read-packages";
import {
  type ExportSkill,
  exportSkillSchema,
  type PortableReport,
  type PortableReportQuery,
  portableReportQuerySchema,
} from "./export-schema";
import { exportForTarget } from "./export-target";
import { findExported } from "./find-exported";
import { makePortable } from "./make-portable";

/**
 * A package as an archive, byte for byte the same every time. The ETag is its digest, unless files are executable. UNPROCESSABLE when it has no
 * portable form and that is asked for, with the broken rules in `details`, and for a withdrawn version.
 */
export async function exportSkill(
  context: Context,
  input: { skill: string } & ExportSkill,
): Promise<Download> {
  requirePermission(context, "library.read");
  const { version, format, layout, portable, target } = exportSkillSchema.parse(input);

  const found = await findExported(context, input.skill, version);
  if (target) return exportForTarget(context, found, { target, format });
  const { name, mark, digest, source } = found;
  const stored = await readPackageFiles(context, source);
  const files = portable === "true" ? await portableFiles(name, stored) : stored;
  const packages = [{ folderName: name, files }];
  const archive = format === "zip" ? writeZip(packages, { layout }) : writeTarGz(packages, { layout });
  return {
    fileName: `${name}-${mark}${portable === "true" ? "-portable" : ""}.${format}`,
    mediaType: format === "zip" ? "application/zip" : "application/gzip",
    etag: archiveTag(portable === "true" ? digestOf(files) : digest, files),
    content: await buffer(archive),
  };
}

/** What the portable form of a package would change, and what stands in its way; nothing is exported. */
export async function getPortableReport(
  context: Context,
  input: { skill: string } & PortableReportQuery,
): Promise<PortableReport> {
  requirePermission(context, "library.read");
  const { version } = portableReportQuerySchema.parse(input);

  const { name, source } = await findExported(context, input.skill, version);
  const { moved, problems } = await makePortable(name, await readPackageFiles(context, source));
  return { moved: [...moved], problems: [...problems] };
}

/** The form that every host accepts; UNPROCESSABLE, naming the rules, for a package that has none. */
export async function portableFiles(
  name: string,
  stored: readonly FileBytes[],
): Promise<readonly FileBytes[]> {
  const { files, problems } = await makePortable(name, stored);
  const [first] = problems;
  if (first)
    throw new AppError("UNPROCESSABLE", `${name} has no portable form. ${first.message}`, {
      details: { problems },
    });
  return files;
}

const digestOf = (files: readonly FileBytes[]): string =>
  packageDigest(
    files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    sha256,
  );
