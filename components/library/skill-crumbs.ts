import { skillPath, skillsPath } from "@/components/data/skill-paths";
import { versionsPath } from "@/components/data/version-paths";
import type { Crumb } from "@/components/layout/top-line";

/** Leads to a page about one side of a skill: its text, its versions. */
export const skillCrumbs = (workspace: string, skill: string): Crumb[] => [
  { label: "Skills", href: skillsPath(workspace) },
  { label: skill, href: skillPath(workspace, skill) },
];

/** Leads to a page about single versions of a skill. */
export const versionCrumbs = (workspace: string, skill: string): Crumb[] => [
  ...skillCrumbs(workspace, skill),
  { label: "Versions", href: versionsPath(workspace, skill) },
];
