import { AppError } from "@/lib/kernel/app-error";
import type { PackageDescription } from "@/lib/library/describe-package";
import type { DraftRow } from "@/lib/library/read-draft";
import { skillNameOf } from "@/lib/library/skill-name";

/** UNPROCESSABLE for a package with errors, or one that names itself otherwise: no policy and no role goes past that. */
export function requireFit(draft: DraftRow, { skill, issues }: PackageDescription): void {
  const errors = issues.filter((issue) => issue.severity === "error");
  const named = skill.nameSource !== "frontmatter" || skillNameOf(skill) === draft.name;
  if (errors.length === 0 && named) return;
  const reasons = [
    ...(named ? [] : [`SKILL.md says its name is ${skill.name}, the skill is called ${draft.name}.`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.length}.`]),
  ];
  throw new AppError("UNPROCESSABLE", `${draft.name} cannot be published. ${reasons.join(" ")}`, {
    details: {
      issues: errors,
      ...(named ? {} : { name: { written: skill.name, expected: draft.name } }),
    },
  });
}
