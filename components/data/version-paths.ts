import { skillPath } from "./skill-paths";

/** Leads to the history of a skill; with a number, to one version's files. */
export function versionsPath(workspace: string, skill: string, number?: number): string {
  const path = `${skillPath(workspace, skill)}/versions`;
  return number === undefined ? path : `${path}/${number}`;
}

/** What differs between two sides: numbers of versions, labels, `latest`, `draft` or `none`. */
export function comparePath(
  workspace: string,
  skill: string,
  { from, to }: { from: string | number; to: string | number },
): string {
  return `${versionsPath(workspace, skill)}/compare?${new URLSearchParams({ from: String(from), to: String(to) })}`;
}
