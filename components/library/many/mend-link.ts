import { reviewPath } from "@/components/data/review-paths";
import { skillActPath, skillPath } from "@/components/data/skill-paths";
import type { BarAct } from "./act-words";
import type { RunRow } from "./batch-run";

/** Where a person mends what an act was refused for: the skill's page with the dialog that names all that blocks. */
export function mendLink(
  workspace: string,
  kind: BarAct,
  { name, problem }: Pick<RunRow, "name" | "problem">,
): { href: string; label: string } | null {
  if (problem === null || problem.code === "NOT_FOUND") return null;
  const review = problem.details?.review;
  if (typeof review === "number")
    return { href: reviewPath(workspace, review), label: `Open review ${review}` };
  if (kind === "publish" && problem.code !== "FORBIDDEN")
    return { href: skillActPath(workspace, name, "publish"), label: "See what blocks" };
  return { href: skillPath(workspace, name), label: "Open the skill" };
}
