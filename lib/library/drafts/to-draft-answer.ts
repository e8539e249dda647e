import "server-only";
import type { Context } from "@/lib/access/context";
import { findPerson } from "@/lib/people/find-people";
import type { PackageDescription } from "../describe-package";
import { withDismissals } from "../dismissals";
import { findUnchangedSince } from "../versions/unchanged-since";
import type { Draft } from "./draft-schema";
import type { DraftRow } from "./read-draft";

/** A draft as the API answers it. */
export async function toDraftAnswer(
  context: Context,
  row: DraftRow,
  description: PackageDescription,
): Promise<Draft> {
  const { skillId, name, revision, digest, baseVersion, updatedAt } = row;
  return {
    skillId,
    name,
    revision,
    digest,
    baseVersion,
    unchangedSince: await findUnchangedSince(context, skillId),
    updatedAt: updatedAt.toISOString(),
    updatedBy: await findPerson(context, row.updatedById),
    ...((await isByThisMachine(context, row)) ? { isByThisMachine: true } : {}),
    files: [...description.files],
    issues: [...description.issues],
    findings: await withDismissals(context, skillId, description.findings),
    tokens: description.tokens,
  };
}

/**
 * A person may have saved it in a browser since; a machine saves nothing but what its programs push, and knows all of what
 * it saved, unless somebody's files came in between.
 */
async function isByThisMachine(
  { db, actor, workspace }: Context,
  { skillId, revision, updatedById }: DraftRow,
): Promise<boolean> {
  if (actor.key === undefined || updatedById !== actor.userId) return false;
  const user = await db.user.findUnique({ where: { id: updatedById }, select: { isMachine: true } });
  if (user?.isMachine !== true) return false;
  const save = await db.draftSave.findFirst({
    where: { skillId, revision, workspaceId: workspace.id },
    select: { rebased: true },
  });
  return save?.rebased !== true;
}
