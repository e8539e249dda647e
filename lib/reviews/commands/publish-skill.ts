import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Context } from "@/lib/auth/context";
import { leastRole, requirePermission } from "@/lib/auth/permissions";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { createVersion, draftMovedOn } from "@/lib/library/create-version";
import { describePackage, type PackageDescription } from "@/lib/library/describe-package";
import { toVersionDismissals, withDismissals } from "@/lib/library/dismissals";
import { type DraftRow, loaderOf, readDraft } from "@/lib/library/read-draft";
import type { DraftFinding, VersionSummary } from "@/lib/library/schema";
import { scopeOf } from "@/lib/library/scope";
import { skillNameOf } from "@/lib/library/skill-name";
import { type PublishSkill, publishSkillSchema } from "../schema";

/**
 * Makes an immutable version of the draft that was looked at. CONFLICT when the draft has moved on or equals the
 * newest version; UNPROCESSABLE with every error and every blocking finding that nobody dismissed in `details`.
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
  const description = await describePackage({ name: draft.name, files: draft.files }, loaderOf(scope));
  const { skillId } = draft;
  const settle = async (db: Context["db"] | Tx) => {
    const findings = await withDismissals({ ...scope, db }, skillId, description.findings);
    requireFit(draft, description, findings);
    return toVersionDismissals(findings);
  };
  await settle(context.db);
  return inTransaction(context.db, async (tx) => {
    // A dismissal may have been taken back since: with the draft locked it is decided once more.
    const version = await createVersion(tx, context, { skillId, revision, digest, note, decide: settle });
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

/** How many findings the message names; `details` has them all. */
const mostNamed = 5;

/** The digest covers the content, so what is found here holds for what the transaction publishes. */
function requireFit(
  draft: DraftRow,
  { skill, issues }: PackageDescription,
  findings: readonly DraftFinding[],
): void {
  const errors = issues.filter((issue) => issue.severity === "error");
  const blocking = findings.filter((finding) => finding.severity === "blocking" && !finding.dismissal);
  const named = skill.nameSource !== "frontmatter" || skillNameOf(skill) === draft.name;
  if (errors.length === 0 && blocking.length === 0 && named) return;
  const reasons = [
    ...(named ? [] : [`SKILL.md says its name is ${skill.name}, the skill is called ${draft.name}.`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.length}.`]),
    ...(blocking.length === 0 ? [] : [describeBlocking(blocking)]),
  ];
  throw new AppError("UNPROCESSABLE", `${draft.name} cannot be published. ${reasons.join(" ")}`, {
    details: {
      issues: errors,
      findings: blocking,
      ...(blocking.length === 0 ? {} : { mayDismiss: leastRole["findings.dismiss"] }),
      ...(named ? {} : { name: { written: skill.name, expected: draft.name } }),
    },
  });
}

function describeBlocking(blocking: readonly DraftFinding[]): string {
  const places = blocking
    .slice(0, mostNamed)
    .map(({ rule, path, range }) => `${rule} in ${path}, line ${range.startLine}`);
  const more = blocking.length > mostNamed ? `; ${blocking.length - mostNamed} more` : "";
  const who = `a ${leastRole["findings.dismiss"]} or above may dismiss each with a reason`;
  return `Blocking findings: ${places.join("; ")}${more}. Mend them, or ${who}.`;
}
