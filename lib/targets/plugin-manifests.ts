/** What manifests say of a plugin. */
export type PluginFacts = {
  /** 1 to 64 of `a-z 0-9 -`; see `pluginName`. */
  name: string;
  /** Clients see an update where this differs. */
  version: string;
  description: string;
  author: string;
};

/** What manifests say of the place that plugins lie in. `path`: of a plugin's folder; empty where it is the place itself. */
export type MarketplaceFacts = {
  name: string;
  /** What people see; the first line of the description when absent. */
  title?: string;
  description: string;
  owner: string;
  plugins: readonly (PluginFacts & { path: string })[];
};

type Manifest = { path: string; text: string };

const manifest = (path: string, content: unknown): Manifest => ({
  path,
  text: `${JSON.stringify(content, null, 2)}\n`,
});

/** https://agent-plugins.org, 1.0.0: `plugin.json` at the plugin's root; skills are the children of `skills/`. */
export const agentPluginManifest = ({ name, version, description, author }: PluginFacts): Manifest =>
  manifest("plugin.json", {
    $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
    name,
    version,
    description,
    author: { name: author },
  });

/** https://code.claude.com/docs/en/plugins-reference */
export const claudePluginManifest = ({ name, version, description, author }: PluginFacts): Manifest =>
  manifest(".claude-plugin/plugin.json", { name, version, description, author: { name: author } });

/** https://code.claude.com/docs/en/plugin-marketplaces */
export const claudeMarketplace = (facts: MarketplaceFacts): Manifest =>
  manifest(".claude-plugin/marketplace.json", sourcesOf(facts));

/** https://developers.openai.com/codex/plugins: as Codex 0.169.0 reads it. */
export const codexPluginManifest = ({ name, version, description, author }: PluginFacts): Manifest =>
  manifest(".codex-plugin/plugin.json", {
    name,
    version,
    description,
    author: { name: author },
    skills: "./skills/",
  });

export const codexMarketplace = ({ name, title, description, plugins }: MarketplaceFacts): Manifest =>
  manifest(".agents/plugins/marketplace.json", {
    name,
    interface: { displayName: title ?? (description === "" ? name : firstLine(description)) },
    plugins: plugins.map((plugin) => ({
      name: plugin.name,
      source: { source: "local", path: `./${plugin.path}` },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category: "Productivity",
    })),
  });

/** GitHub Copilot and VS Code; the plugin itself is an Agent Plugin. */
export const copilotMarketplace = (facts: MarketplaceFacts): Manifest =>
  manifest(".github/plugin/marketplace.json", withMetadata(facts));

export const cursorPluginManifest = ({ name, version, description, author }: PluginFacts): Manifest =>
  manifest(".cursor-plugin/plugin.json", { name, version, description, author: { name: author } });

export const cursorMarketplace = (facts: MarketplaceFacts): Manifest =>
  manifest(".cursor-plugin/marketplace.json", withMetadata(facts));

/** https://github.com/google-gemini/gemini-cli/blob/main/docs/extensions/reference.md */
export const geminiExtension = ({ name, version, description }: PluginFacts): Manifest =>
  manifest("gemini-extension.json", { name, version, description });

/** Copilot and Cursor read what the place says of itself from `metadata`. */
function withMetadata(facts: MarketplaceFacts) {
  const { description, ...rest } = sourcesOf(facts);
  const [version] = facts.plugins.map((plugin) => plugin.version);
  return { ...rest, metadata: { description, ...(version === undefined ? {} : { version }) } };
}

const sourcesOf = ({ name, description, owner, plugins }: MarketplaceFacts) => ({
  name,
  owner: { name: owner },
  description,
  plugins: plugins.map((plugin) => ({
    name: plugin.name,
    source: `./${plugin.path}`,
    description: plugin.description,
    version: plugin.version,
  })),
});

const firstLine = (text: string): string => text.split(/\r\n?|\n/, 1)[0]?.trim() ?? "";
