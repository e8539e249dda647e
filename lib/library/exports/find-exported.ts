import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { readDraft } from "../drafts/read-draft";
import { requireNotWithdrawn } from "../versions/require-not-withdrawn";
import { latestVersion } from "../which-version/latest-version";

export type Exported = {
  /** The name at the time: a renamed skill's old versions keep their folder, so their bytes never change. */
  name: string;
  /** The folder that it came in. */
  folder: string;
  /** For the file's name: `v3`, or `draft` with its revision. */
  mark: string;
  digest: string;
  /** Of the draft; null for a version. */
  revision: number | null;
  source: { versionId: string } | { skillId: string };
};

/** What `version` stands for now. NOT_FOUND where there is none; UNPROCESSABLE for a withdrawn one. */
export async function findExported(
  context: WorkspaceContext,
  skill: string,
  version: string,
): Promise<Exported> {
  const draft = await readDraft(context, skill);
  const { skillId } = draft;
  const own = await context.db.skill.findFirst({
    where: { id: skillId, workspaceId: context.workspace.id },
    select: { folder: true },
  });
  if (version === "draft") {
    const { name, digest, revision } = draft;
    return {
      name,
      digest,
      revision,
      folder: own?.folder ?? name,
      mark: `draft-r${draft.revision}`,
      source: { skillId },
    };
  }
  const find = (where: Prisma.VersionWhereInput) =>
    context.db.version.findFirst({
      where: { skillId, workspaceId: context.workspace.id, ...where },
      orderBy: { number: "desc" },
      select: { id: true, number: true, name: true, digest: true, withdrawal: true },
    });
  const found =
    version === "latest"
      ? ((await find(latestVersion.where)) ?? (await find({})))
      : await find({ number: Number(version) });
  if (found) {
    const { id: versionId, name, number, digest } = found;
    await requireNotWithdrawn(context, [found]);
    return {
      name,
      digest,
      revision: null,
      folder: own?.folder ?? name,
      mark: `v${number}`,
      source: { versionId },
    };
  }
  throw new AppError(
    "NOT_FOUND",
    version === "latest"
      ? `${skill} has never been published. Export its draft, or publish it first.`
      : `${skill} has no version ${version}.`,
  );
}
