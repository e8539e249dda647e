import { AppError } from "@/lib/kernel/app-error";
import { labelNameProblem } from "@/lib/library/labels/label-options";
import type { Agent } from "../schema";
import type { AssignmentItem } from "./assignable-skills";

/** A label that no version can ever have is a mistake; one that is followed already stays, whatever it is called. */
export function requirePossibleLabels(before: Agent, items: readonly AssignmentItem[]): void {
  const followed = new Map(before.assignments.map(({ skill, label }) => [skill, label]));
  for (const { skill, follows, label } of items) {
    if (follows !== "label" || label === undefined || followed.get(skill) === label) continue;
    const problem = labelNameProblem(label);
    if (problem !== null)
      throw new AppError(
        "UNPROCESSABLE",
        `${skill} cannot follow “${label}”: no version can have that label. ${problem}`,
        { details: { skill, label } },
      );
  }
}
