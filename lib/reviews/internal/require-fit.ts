import { AppError } from "@/lib/kernel/app-error";
import type { PackageDescription } from "@/lib/library/describe-package";
import type { DraftRow } from "@/lib/library/read-draft";
import { skillNameOf } from "@/lib/library/skill-name";

/**
 * UNPROCESSABLE for a package with errors, one that names itself otherwise, or whose description nobody wrote: all
 * reasons at once, and no policy and no role goes past them.
 */
export function requireFit(draft: DraftRow, { skill, issues }: PackageDescription): void {
  const errors = issues.filter((issue) => issue.severity === "error");
  const unwritten = issues.filter(({ rule }) => rule === "description-placeholder");
  const named = skill.nameSource !== "frontmatter" || skillNameOf(skill) === draft.name;
  if (errors.length + unwritten.length === 0 && named) return;
  const reasons = [
    ...(named ? [] : [`SKILL.md says its name is ${skill.name}, the skill is called ${draft.name}.`]),
    ...unwritten.map(({ message }) => message),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.length}.`]),
  ];
  throw new AppError("UNPROCESSABLE", `${draft.name} cannot be published. ${reasons.join(" ")}`, {
    details: {
      issues: [...errors, ...unwritten],
      ...(named ? {} : { name: { written: skill.name, expected: draft.name } }),
    },
  });
}
