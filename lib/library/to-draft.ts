import "server-only";
import type { PackageDescription } from "./describe-package";
import { withDismissals } from "./dismissals";
import { findPerson } from "./find-people";
import type { DraftRow } from "./read-draft";
import type { Draft } from "./schema";
import type { Scope } from "./scope";

/** A draft as the API answers it. */
export async function toDraft(scope: Scope, row: DraftRow, description: PackageDescription): Promise<Draft> {
  const { skillId, name, revision, digest, baseVersion, updatedAt } = row;
  return {
    skillId,
    name,
    revision,
    digest,
    baseVersion,
    updatedAt: updatedAt.toISOString(),
    updatedBy: await findPerson(scope, row.updatedById),
    files: description.files,
    issues: description.issues,
    findings: await withDismissals(scope, skillId, description.findings),
    tokens: description.tokens,
  };
}
