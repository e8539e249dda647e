import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { createVersion, draftMovedOn } from "@/lib/library/create-version";
import { describePackage, type PackageDescription } from "@/lib/library/describe-package";
import { type DraftRow, loaderOf, readDraft } from "@/lib/library/read-draft";
import type { VersionSummary } from "@/lib/library/schema";
import { scopeOf } from "@/lib/library/scope";
import { skillNameOf } from "@/lib/library/skill-name";
import { type PublishSkill, publishSkillSchema } from "../schema";

/**
 * Makes an immutable version of the draft that was looked at. CONFLICT when the draft has moved on or equals the
 * newest version; UNPROCESSABLE with every error and blocking finding in `details` when it is not fit.
 */
export async function publishSkill(
  context: Context,
  input: { skill: string } & PublishSkill,
): Promise<VersionSummary> {
  requirePermission(context, "library.publish");
  const { revision, digest, note } = publishSkillSchema.parse(input);
  const scope = scopeOf(context);
  const draft = await readDraft(scope, input.skill);
  if (draft.revision !== revision || draft.digest !== digest) throw draftMovedOn(draft);
  requireFit(draft, await describePackage({ name: draft.name, files: draft.files }, loaderOf(scope)));
  return inTransaction(context.db, async (tx) => {
    const version = await createVersion(tx, context, { skillId: draft.skillId, revision, digest, note });
    await appendAudit(tx, context, {
      action: "skill.published",
      object: { type: "skill", id: draft.skillId, name: draft.name },
      digestAfter: digest,
      detail: { version: version.number, revision },
    });
    await notify(tx, { topic: "library", workspaceId: context.workspace.id });
    return version;
  });
}

/** The digest covers the content, so what is found here holds for what the transaction publishes. */
function requireFit(draft: DraftRow, { skill, issues, findings }: PackageDescription): void {
  const errors = issues.filter((issue) => issue.severity === "error");
  const blocking = findings.filter((finding) => finding.severity === "blocking");
  const named = skill.nameSource !== "frontmatter" || skillNameOf(skill) === draft.name;
  if (errors.length === 0 && blocking.length === 0 && named) return;
  const reasons = [
    ...(named ? [] : [`SKILL.md says its name is ${skill.name}, the skill is called ${draft.name}.`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.length}.`]),
    ...(blocking.length === 0 ? [] : [`Blocking findings: ${blocking.length}.`]),
  ];
  throw new AppError("UNPROCESSABLE", `${draft.name} cannot be published. ${reasons.join(" ")}`, {
    details: {
      issues: errors,
      findings: blocking,
      ...(named ? {} : { name: { written: skill.name, expected: draft.name } }),
    },
  });
}
