/** A key of the frontmatter, as the editor completes and explains it. */
export type FrontmatterKey = {
  key: string;
  kind: "text" | "switch" | "map" | "list";
  required: boolean;
  /** `specification`: the six fields every host knows; otherwise who reads it. */
  readBy: "specification" | "some hosts" | "Greenroom";
  documentation: string;
  /** Values to offer after the colon. */
  values: readonly string[];
  /** Inserted after the key when it is completed. */
  snippet: string;
};

type Rest = Partial<Pick<FrontmatterKey, "kind" | "values" | "snippet" | "required">>;

const specified = (key: string, documentation: string, rest: Rest = {}): FrontmatterKey =>
  defineKey(key, "specification", documentation, rest);

const hosted = (key: string, documentation: string, rest: Rest = {}): FrontmatterKey =>
  defineKey(key, "some hosts", documentation, rest);

export function defineKey(
  key: string,
  readBy: FrontmatterKey["readBy"],
  documentation: string,
  rest: Rest,
): FrontmatterKey {
  return {
    key,
    readBy,
    documentation,
    kind: "text",
    required: false,
    values: [],
    snippet: `${key}: `,
    ...rest,
  };
}

const switchValues: Rest = { kind: "switch", values: ["true", "false"] };

export const specificationKeys: readonly FrontmatterKey[] = [
  specified(
    "name",
    "Required. 1 to 64 lower-case letters, digits and hyphens; the same as the folder's name. No hyphen at the ends, no two in a row.",
    { required: true },
  ),
  specified(
    "description",
    "Required. 1 to 1,024 characters: what the skill does and when to use it. It is all a model sees before it activates the skill.",
    { required: true, snippet: "description: Does X. Use when " },
  ),
  specified("license", "Optional. An SPDX identifier, or the name of a licence file in the package.", {
    values: ["Apache-2.0", "MIT", "BSD-3-Clause", "MPL-2.0", "CC-BY-4.0", "Proprietary. See LICENSE.txt"],
  }),
  specified(
    "compatibility",
    "Optional. Up to 500 characters: what the skill needs around it (programs, network, a certain host).",
  ),
  specified("metadata", "Optional. A map from text to text for anything else. Quote numbers and dates.", {
    kind: "map",
    snippet: 'metadata:\n  author: \n  version: "1.0"',
  }),
  specified(
    "allowed-tools",
    "Optional, experimental. Tools the skill asks to use without a question, separated by spaces. A request: it never widens what a host permits.",
    { values: ["Read", "Grep", "Glob", "Bash(git:*)"] },
  ),
];

export const hostKeys: readonly FrontmatterKey[] = [
  hosted(
    "when_to_use",
    "More about when to use the skill; appended to the description by hosts that read it.",
  ),
  hosted("argument-hint", "Shown while a person types /name, for instance [issue-number]."),
  hosted("arguments", "Names for positional arguments, so that $name works in the body.", { kind: "list" }),
  hosted(
    "disable-model-invocation",
    "true: only a person can activate the skill; models do not see it.",
    switchValues,
  ),
  hosted("user-invocable", "false: hidden from the / menu; only a model activates it.", switchValues),
  hosted("disallowed-tools", "Tools the host must not offer while the skill is active."),
  hosted("model", "The model a host uses while the skill is active."),
  hosted("effort", "How hard the model should think while the skill is active.", {
    values: ["low", "medium", "high"],
  }),
  hosted("context", "fork: run the skill in a sub-agent with its own context.", { values: ["fork"] }),
  hosted("agent", "Which sub-agent runs the skill when context is fork."),
  hosted("background", "Whether the sub-agent runs in the background.", switchValues),
  hosted("hooks", "Commands a host runs at certain moments. Flagged in review; never run here.", {
    kind: "map",
  }),
  hosted("paths", "Only offer the skill when files of these patterns are in play.", { kind: "list" }),
  hosted("shell", "Which shell runs the skill's commands.", { values: ["bash", "powershell"] }),
  hosted("version", "The author's own version; prefer metadata.version to be portable.", {
    snippet: 'version: "1.0.0"',
  }),
  hosted("author", "Who wrote the skill; prefer metadata.author to be portable."),
  hosted("tags", "Words for libraries to group by; prefer metadata to be portable.", { kind: "list" }),
  hosted("category", "A group for libraries; prefer metadata to be portable."),
  hosted("homepage", "Where the skill is documented."),
  hosted(
    "required_capabilities",
    "What an agent must be able to do to get the skill, as the agent's rule says it.",
    {
      kind: "list",
    },
  ),
  hosted("skill_type", "What the package is to LinX: a document for the model, or a tool of its own.", {
    values: ["agent_skill", "langchain_tool"],
  }),
  hosted("entry_points", "Scripts a host may run, by name.", { kind: "map" }),
  hosted("execution_timeout", "How many seconds a script of the skill may take; a host's own limit stays."),
  hosted("run_context", "Whose ids scripts are given in their environment: agent, user, session, run.", {
    kind: "list",
  }),
  defineKey(
    "tools",
    "Greenroom",
    "Tools the skill declares: each with name (snake_case), description and parameters.",
    {
      kind: "list",
      snippet: "tools:\n  - name: \n    description: \n    parameters:\n      ",
    },
  ),
];

export const frontmatterKeys: readonly FrontmatterKey[] = [...specificationKeys, ...hostKeys];

const byKey = new Map(frontmatterKeys.map((entry) => [entry.key, entry]));

export const findFrontmatterKey = (key: string): FrontmatterKey | undefined => byKey.get(key);
