import { skillPath } from "@/components/library/skill-paths";

/** The history of a skill; with a number, one version's files. */
export function versionsPath(workspace: string, skill: string, number?: number): string {
  const path = `${skillPath(workspace, skill)}/versions`;
  return number === undefined ? path : `${path}/${number}`;
}
