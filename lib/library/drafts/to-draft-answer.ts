import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findPerson } from "@/lib/people/find-people";
import type { PackageDescription } from "../describe-package";
import { withDismissals } from "../dismissals";
import { findUnchangedSince } from "../versions/unchanged-since";
import type { Draft } from "./draft-schema";
import type { DraftRow } from "./read-draft";

/** A draft as the API answers it. */
export async function toDraftAnswer(
  context: WorkspaceContext,
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
    files: [...description.files],
    issues: [...description.issues],
    findings: await withDismissals(context, skillId, description.findings),
    tokens: description.tokens,
  };
}
