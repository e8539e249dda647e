import { skillSlug } from "@/lib/skills/skill-slug";
import type { StateSkill } from "./git-record-schema";

export type PluginFacts = {
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

const agentPlugins = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
/** Left-out skills that the README names; it stays short, because each commit has its own. */
const mostNamed = 50;

/**
 * Everything beside `skills/`, by path. The repository's root is the plugin and its marketplace in one: Agent Plugins
 * 1.0.0 wants plugin.json and skills/ there, and Claude Code, Codex, Copilot and Cursor take "./" for a plugin's place.
 */
export function pluginFiles(facts: PluginFacts): Record<string, string> {
  const { title, owner: ownerName, number } = facts;
  const name = skillSlug(title);
  const version = pluginVersion(number);
  const description = `The skills of ${title}, as published in ${ownerName}.`;
  const owner = { name: ownerName };
  const listed = { name, source: "./", description, version };
  const plugin = { name, version, description, author: owner };
  const files: Record<string, unknown> = {
    "plugin.json": { $schema: agentPlugins, ...plugin },
    ".claude-plugin/marketplace.json": { name, owner, description, plugins: [listed] },
    ".claude-plugin/plugin.json": plugin,
    ".codex-plugin/plugin.json": { ...plugin, skills: "./skills/" },
    ".agents/plugins/marketplace.json": {
      name,
      interface: { displayName: title },
      plugins: [
        {
          name,
          source: { source: "local", path: "./" },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Productivity",
        },
      ],
    },
    ".github/plugin/marketplace.json": {
      name,
      owner,
      metadata: { description, version },
      plugins: [listed],
    },
    ".cursor-plugin/marketplace.json": { name, owner, metadata: { description, version }, plugins: [listed] },
    ".cursor-plugin/plugin.json": plugin,
  };
  return {
    "README.md": readme(facts),
    ...Object.fromEntries(
      Object.entries(files).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`]),
    ),
  };
}

function readme({ title, owner, number, skills }: PluginFacts): string {
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
