import "server-only";
import type { Context } from "@/lib/access/context";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { AppError } from "@/lib/kernel/app-error";
import { requireSight } from "@/lib/library/access/require-sight";
import { portableFiles } from "@/lib/library/exports/export-skill";
import { findExported } from "@/lib/library/exports/find-exported";
import { readPackageFiles } from "@/lib/library/read-packages";
import { foldName } from "@/lib/skills/fold-name";
import type { Chosen } from "./find-chosen";

export type Packing = { version: "latest" | "draft"; portable: boolean };
export type PackedSkill = Awaited<ReturnType<typeof findExported>>;

/** What would be packed of one skill; of its bytes nothing is read. Throws what exporting it alone would. */
export async function findPacked(
  context: Context,
  { name }: Chosen,
  { version }: Packing,
): Promise<PackedSkill> {
  await requireSight(context, name);
  return findExported(context, name, version);
}

/** Its files, as they are or in the form that every host accepts: only these tell whether it has one. */
export async function readPacked(
  context: Context,
  { name, source }: PackedSkill,
  { portable }: Packing,
): Promise<readonly FileBytes[]> {
  const stored = await readPackageFiles(context, source);
  return portable ? portableFiles(name, stored) : stored;
}

/** One folder for each: a skill can have been published under a name that another has now. */
export function takeFolder(taken: Set<string>, { name: folder }: PackedSkill): void {
  const key = foldName(folder);
  if (taken.has(key))
    throw new AppError("UNPROCESSABLE", `Another of the skills unpacks into ${folder} already.`, {
      details: { folder },
    });
  taken.add(key);
}
