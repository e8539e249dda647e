import type { Problem } from "@/components/library/problems/problems";
import { findLinks, resolveLink } from "@/lib/skills/find-links";
import { checkFreePath, type DraftState, findFile } from "../saving/draft-state";

/** The file that a broken link wants, as far as it can be created here; null for every other problem. */
export function missingTarget(draft: DraftState, problem: Problem): string | null {
  if (problem.rule !== "link-missing") return null;
  const text = findFile(draft, problem.path)?.text;
  if (text === null || text === undefined) return null;
  const line = text.split("\n").slice(0, problem.range.startLine - 1);
  const start = line.reduce((sum, each) => sum + each.length + 1, 0) + problem.range.startColumn - 1;
  const link = findLinks(text).find((each) => each.start <= start && start <= each.end);
  const path = link ? resolveLink(problem.path, link.target) : null;
  if (path === null) return null;
  const free = checkFreePath(draft, path);
  return free.ok ? free.value : null;
}
