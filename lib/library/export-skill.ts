import "server-only";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { writeZip } from "@/lib/bundles/write-zip";
import { AppError } from "@/lib/kernel/app-error";
import type { Download } from "./download";
import { readPackageFiles } from "./queries";
import { readDraft } from "./read-draft";
import { type ExportSkill, exportSkillSchema } from "./schema";
import { type Scope, scopeOf } from "./scope";

type Exported = {
  /** The name at the time: a renamed skill's old versions keep their folder, so their bytes never change. */
  name: string;
  /** For the file's name: `v3`, or `draft` with its revision. */
  mark: string;
  digest: string;
  source: { versionId: string } | { skillId: string };
};

/** A package as an archive, byte for byte the same every time. The ETag is its digest. */
export async function exportSkill(
  context: Context,
  input: { skill: string } & ExportSkill,
): Promise<Download> {
  requirePermission(context, "library.read");
  const { version, format, layout } = exportSkillSchema.parse(input);
  const scope = scopeOf(context);
  const { name, mark, digest, source } = await findExported(scope, input.skill, version);
  const packages = [{ folderName: name, files: await readPackageFiles(scope, source) }];
  const archive = format === "zip" ? writeZip(packages, { layout }) : writeTarGz(packages, { layout });
  return {
    fileName: `${name}-${mark}.${format}`,
    mediaType: format === "zip" ? "application/zip" : "application/gzip",
    etag: digest,
    content: await buffer(archive),
  };
}

async function findExported(scope: Scope, skill: string, version: string): Promise<Exported> {
  const draft = await readDraft(scope, skill);
  const { skillId } = draft;
  if (version === "draft") {
    const { name, digest } = draft;
    return { name, digest, mark: `draft-r${draft.revision}`, source: { skillId } };
  }
  const found = await scope.db.version.findFirst({
    where: {
      skillId,
      workspaceId: scope.workspaceId,
      ...(version === "latest" ? {} : { number: Number(version) }),
    },
    orderBy: { number: "desc" },
    select: { id: true, number: true, name: true, digest: true },
  });
  if (found) {
    const { id: versionId, name, number, digest } = found;
    return { name, digest, mark: `v${number}`, source: { versionId } };
  }
  throw new AppError(
    "NOT_FOUND",
    version === "latest"
      ? `${skill} has never been published. Export its draft, or publish it first.`
      : `${skill} has no version ${version}.`,
  );
}
