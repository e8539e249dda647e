import { AppError } from "@/lib/kernel/app-error";
import type { PackageDescription } from "@/lib/library/describe-package";
import type { DraftRow } from "@/lib/library/drafts/read-draft";
import { stopsPublishing } from "@/lib/skills/stops-publishing";

/**
 * UNPROCESSABLE for a package with an issue that stops publishing, as every page that shows it says: all reasons at
 * once, and no policy and no role goes past them.
 */
export function requirePublishable(draft: DraftRow, { skill, issues }: PackageDescription): void {
  const stopping = issues.filter(stopsPublishing);
  if (stopping.length === 0) return;
  const errors = stopping.filter(({ severity }) => severity === "error");
  const isMisnamed = stopping.some(({ rule }) => rule === "name-mismatch");
  const others = stopping.filter((issue) => !errors.includes(issue) && issue.rule !== "name-mismatch");
  const reasons = [
    ...(isMisnamed ? [`SKILL.md says its name is ${skill.name}, the skill is called ${draft.name}.`] : []),
    ...others.map(({ message }) => message),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.length}.`]),
  ];
  throw new AppError("UNPROCESSABLE", `${draft.name} cannot be published. ${reasons.join(" ")}`, {
    details: {
      issues: stopping,
      ...(isMisnamed ? { name: { written: skill.name, expected: draft.name } } : {}),
    },
  });
}
