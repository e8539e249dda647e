import { overlaySentence } from "@/components/playground/overlay-chips";
import type { Comparison } from "@/lib/sessions/comparison-schema";

type Column = Pick<Comparison["columns"][number], "agent" | "overlay">;

/** What two columns are, as far as they differ in agent or skills: "Desk: as assigned, and notes left out". */
export function columnsWords(columns: readonly Column[]): string {
  const names = columns.map(({ agent }) => agent?.name ?? "a deleted agent");
  const skills = columns.map(({ overlay }) => skillsWords(overlay));
  const [first] = names;
  if (skills.every((words) => words === "as assigned")) return names.join(" and ");
  return names.every((name) => name === first)
    ? `${first}: ${skills.join(", and ")}`
    : names.map((name, at) => `${name} ${skills[at]}`).join(", and ");
}

const skillsWords = (overlay: Column["overlay"]): string =>
  overlay.length === 0
    ? "as assigned"
    : overlay.map((entry) => `${entry.name} ${overlaySentence(entry, undefined, undefined)}`).join(", ");

export const sides = ["Left", "Right"] as const;

/** Two sides that both say nothing have no answer in common. `lacks`: why each has no whole one. */
export function sayAnswers(same: boolean, [left, right]: readonly (string | null)[]): string {
  if (left && right) return "neither side has a whole answer";
  if (left || right) return `the ${left ? "left" : "right"} side has no whole answer`;
  return same ? "the same answer" : "the answers differ";
}
