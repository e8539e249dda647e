import { defineKey, type FrontmatterKey, findFrontmatterKey, frontmatterKeys } from "./frontmatter-keys";

type Rest = Parameters<typeof defineKey>[3];

const key = (name: string, documentation: string, rest: Rest = {}): FrontmatterKey =>
  defineKey(name, "some hosts", documentation, rest);

const switchValues: Rest = { kind: "switch", values: ["true", "false"] };
const list: Rest = { kind: "list" };

/** What hosts of the OpenClaw family read below `metadata.openclaw`: when a skill is offered, and how its needs are met. */
const openclaw: readonly FrontmatterKey[] = [
  key("requires", "What must be there for the skill to be offered: programs, variables, settings.", {
    kind: "map",
    snippet: "requires:\n  bins: ",
  }),
  key("os", "The systems it runs on. Elsewhere it is not offered.", {
    ...list,
    values: ["[darwin]", "[linux]", "[win32]", "[darwin, linux]"],
  }),
  key("install", "Ways to get the programs it needs, tried in order. Never run here.", {
    ...list,
    snippet: "install:\n  - kind: ",
  }),
  key("always", "true: offered without looking at requires; os still counts.", switchValues),
  key("primaryEnv", "The variable that holds its API key, so that a host can ask for it."),
  key("skillKey", "The name of its settings in the host's configuration, when it is not the skill's name."),
  key("homepage", "Where the skill is documented."),
  key("emoji", "A sign beside its name in lists."),
];

const requires: readonly FrontmatterKey[] = [
  key("bins", "Programs that must all be on the path.", list),
  key("anyBins", "Programs of which one is enough.", list),
  key("env", "Environment variables that must be set.", list),
  key("config", "Settings of the host that must be on.", list),
];

const install: readonly FrontmatterKey[] = [
  key("kind", "How it is installed.", { values: ["brew", "node", "go", "uv", "download"] }),
  key("id", "A name for this way, to choose it by."),
  key("label", "What a person reads before agreeing."),
  key("bins", "The programs that this puts on the path.", list),
  key("formula", "The formula of Homebrew, for kind brew."),
  key("package", "The package of npm or PyPI, for kind node and uv."),
  key("module", "The module of Go, for kind go."),
  key("url", "What is downloaded, for kind download. Only https."),
  key("os", "The systems this way is for.", list),
];

const metadata: readonly FrontmatterKey[] = [
  key("author", "Who wrote the skill."),
  key("version", "The author's own version. Quote it, so that 1.0 stays 1.0.", { snippet: 'version: "1.0"' }),
  key("tags", "Words for libraries to group by, as one text."),
  key("category", "A group for libraries."),
  key("homepage", "Where the skill is documented."),
  key("repository", "Where its source is."),
  key("short-description", "A shorter text for lists, where a host has little room."),
  key(
    "openclaw",
    "When hosts of the OpenClaw family offer the skill. Other hosts flatten or refuse a map here.",
    {
      kind: "map",
      snippet: "openclaw:\n  requires:\n    bins: ",
    },
  ),
  key("clawdbot", "The earlier name of openclaw.", { kind: "map" }),
];

const tools: readonly FrontmatterKey[] = [
  key("name", "The tool's name, in snake_case.", { required: true }),
  key("description", "What it does and answers: all that a model sees of it.", { required: true }),
  key("parameters", "Its parameters by name, each with type and description.", { kind: "map" }),
];

const parameter: readonly FrontmatterKey[] = [
  key("type", "The type of the value.", {
    values: ["string", "number", "integer", "boolean", "array", "object"],
  }),
  key("description", "What the value means."),
  key("required", "Whether it must be given.", switchValues),
  key("enum", "The only values allowed.", list),
  key("items", "The type of each item, for type array."),
];

/** `*` stands for any key. List items take no part in a path. */
const children: Readonly<Record<string, readonly FrontmatterKey[]>> = {
  metadata,
  "metadata.openclaw": openclaw,
  "metadata.openclaw.requires": requires,
  "metadata.openclaw.install": install,
  tools,
  "tools.parameters.*": parameter,
};

/** Lists the keys known below a path of keys; an empty path asks for the top ones. */
export function keysBelow(path: readonly string[]): readonly FrontmatterKey[] {
  if (path.length === 0) return frontmatterKeys;
  const named = path.map((part, index) => (index === 1 && part === "clawdbot" ? "openclaw" : part));
  const joined = (path[0] === "tools" && path.length === 3 ? [...named.slice(0, 2), "*"] : named).join(".");
  return Object.hasOwn(children, joined) ? (children[joined] ?? []) : [];
}

/** The key at the end of a path, when it is known. */
export function findKey(path: readonly string[]): FrontmatterKey | undefined {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  if (path.length === 1) return findFrontmatterKey(name);
  return keysBelow(path.slice(0, -1)).find((entry) => entry.key === name);
}
