import { skillSlug } from "@/lib/skills/skill-slug";
import {
  agentPluginManifest,
  claudeMarketplace,
  claudePluginManifest,
  codexMarketplace,
  codexPluginManifest,
  copilotMarketplace,
  cursorMarketplace,
  cursorPluginManifest,
} from "@/lib/targets/plugin-manifests";
import type { StateSkill } from "./git-record-schema";

export type RepositoryFacts = {
  /** What the set is called: an agent's slug, a label, an address's name. */
  title: string;
  /** Of the workspace. */
  owner: string;
  /** Of the commit, counted from 1. */
  number: number;
  skills: readonly StateSkill[];
};

/** A newer commit has a higher one: clients see an update only by it. */
export const pluginVersion = (number: number): string => `1.${number}.0`;

/** Left-out skills that the README names; it stays short, because each commit has its own. */
const mostNamed = 50;

/**
 * Everything beside `skills/`, by path. The repository's root is the plugin and its marketplace in one: Agent Plugins
 * 1.0.0 wants plugin.json and skills/ there, and Claude Code, Codex, Copilot and Cursor take "./" for a plugin's place.
 */
export function pluginFiles(facts: RepositoryFacts): Record<string, string> {
  const { title, owner, number } = facts;
  const description = `The skills of ${title}, as published in ${owner}.`;
  const plugin = { name: skillSlug(title), version: pluginVersion(number), description, author: owner };
  const place = { name: plugin.name, title, description, owner, plugins: [{ ...plugin, path: "" }] };
  const manifests = [
    agentPluginManifest(plugin),
    claudeMarketplace(place),
    claudePluginManifest(plugin),
    codexPluginManifest(plugin),
    codexMarketplace(place),
    copilotMarketplace(place),
    cursorMarketplace(place),
    cursorPluginManifest(plugin),
  ];
  return {
    "README.md": readme(facts),
    ...Object.fromEntries(manifests.map(({ path, text }) => [path, text])),
  };
}

function readme({ title, owner, number, skills }: RepositoryFacts): string {
  const leftOut = skills.filter(({ tree }) => tree === null);
  const lines = [
    `# ${title}`,
    "",
    `The skills of ${title} as they are published in ${owner}, version ${pluginVersion(number)}. ${skills.length - leftOut.length} of them are in skills/, a folder each, in the portable form of the Agent Skills format.`,
    "",
    "This repository is made from published versions and is read-only. Each commit is one change: the author is who published the version, and the trailers name its digest and who approved it.",
  ];
  if (leftOut.length > 0) {
    lines.push("", "## Left out", "", "These have no portable form:", "");
    for (const { name, number: version, why } of leftOut.slice(0, mostNamed))
      lines.push(`- ${name}, version ${version}: ${why}`);
    if (leftOut.length > mostNamed) lines.push(`- and ${leftOut.length - mostNamed} more`);
  }
  return `${lines.join("\n")}\n`;
}
