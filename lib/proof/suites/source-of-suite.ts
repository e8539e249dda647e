import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { PackageSource } from "@/lib/library/read-packages";

/** Where the files of a suite lie: in the draft, or in a version where a number is given. NOT_FOUND where that is not there. */
export async function sourceOfSuite(
  { db, workspace }: WorkspaceContext,
  skillId: string,
  number: number | null,
): Promise<{ from: PackageSource; revision: number | null }> {
  const where = { skillId, workspaceId: workspace.id };
  if (number === null) {
    const draft = await db.draft.findFirst({ where, select: { revision: true } });
    return { from: { skillId }, revision: draft?.revision ?? null };
  }
  const version = await db.version.findFirst({ where: { ...where, number }, select: { id: true } });
  if (!version) throw new AppError("NOT_FOUND", `There is no version ${number} of this skill.`);
  return { from: { versionId: version.id }, revision: null };
}

type Facts = {
  /** Null for a version. */
  revision: number | null;
  mayEdit: boolean;
  stops: { line: number; message: string; remedy: string } | undefined;
};

/** Why a suite cannot be saved; null when it can. */
export function whyReadOnly({ revision, mayEdit, stops }: Facts): string | null {
  if (revision === null) return "A version stays as it was published. Change the draft.";
  if (!mayEdit) return "You may not change this skill.";
  return stops ? `Line ${stops.line}: ${stops.message} ${stops.remedy}` : null;
}
