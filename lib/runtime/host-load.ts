/** A package as a host finds it on its disk. Of all files but SKILL.md only path and size are known. */
export type HostPackage = {
  /** The folder it lies in: the name that the skill has in the library. */
  folder: string;
  /** Every file in any order, SKILL.md included; sizes in bytes. */
  files: readonly { path: string; size: number }[];
  /** The bytes of the file at this path; asked only for those that a host reads before it tells of a skill. */
  read(path: string): Uint8Array | null;
};

/** Why a host does not load a skill, and what to do about it. */
const fixes = {
  "no-skill-file": "Name the file SKILL.md, in capitals.",
  "not-utf-8": "Save SKILL.md as UTF-8.",
  "no-frontmatter": "Begin SKILL.md with a line ---, name and description, and another line ---.",
  "unclosed-frontmatter": "Close the frontmatter with a line of its own that is exactly ---.",
  "invalid-yaml":
    "Put the value in quotes, or on indented lines below >-. Values with a colon, a hash or a sign at the front need it.",
  "yaml-too-large": "Keep the frontmatter short and flat.",
  "not-a-mapping": "Write the frontmatter as lines of `key: value`.",
  "duplicate-key": "Keep one of the lines.",
  "name-missing": "Give it a `name`.",
  "name-type": "Put the name in quotes, so that it is read as text.",
  "name-form": "Use lower-case letters a to z, digits and single hyphens.",
  "name-length": "Shorten the name to 64 characters.",
  "name-folder": "Give folder and skill the same name.",
  "description-missing": "Give it a `description`.",
  "description-type": "Put the description in quotes, so that it is read as text.",
  "description-length": "Shorten the description to 1,024 characters.",
  "field-type": "Write the field as this host wants it, or leave it out for this host.",
  "field-length": "Shorten the field.",
  "tools-type": "Write `tools` as a list, each entry with a name and a description.",
  "tool-name-missing": "Give every tool a `name`.",
  "tool-name-form":
    "Name tools in snake_case: a lower-case letter, then lower-case letters, digits and underscores.",
  "skill-too-large": "Make files smaller, or leave some out.",
  "not-a-document": "Leave `skill_type` out, or make it agent_skill.",
} as const;

export type LoadRule = keyof typeof fixes;

/** Why a file of a loaded skill is out of the model's reach there. */
export const leaveOutReasons = {
  "file-too-large": "It is larger than the host takes.",
  "other-folder": "The host looks in other folders only.",
  "not-text": "The host takes text files only.",
  "excluded-name": "The host passes over files of this name.",
  "no-files": "The host gives a model no files.",
} as const;

export type LeaveOutRule = keyof typeof leaveOutReasons;

export type LeftOutFile = { path: string; rule: LeaveOutRule };

export type LoadRefusal = {
  rule: LoadRule;
  /** Relative to the package. */
  file: string;
  /** 1-based; null where the file as a whole is meant. */
  line: number | null;
  /** One sentence: what the host found. */
  message: string;
  /** One sentence: what to do. */
  fix: string;
};

export type LoadedPackage = {
  /** As the host's own reader of the frontmatter has them. */
  name: string;
  description: string;
  /** What the host has of the files besides SKILL.md, scripts included; sorted. */
  files: readonly string[];
  /** Those of `files` that the host takes for scripts. */
  scripts: readonly string[];
  leftOut: readonly LeftOutFile[];
  /** The host's own settings in the package keep models from choosing it; people may. */
  keptFromModels?: true;
};

/** What becomes of a package in one host: the one decision that runs, pages, reports and exports go by. */
export type HostLoad = ({ state: "loaded" } & LoadedPackage) | ({ state: "refused" } & LoadRefusal);

export const refuseLoad = (
  rule: LoadRule,
  message: string,
  { file = "SKILL.md", line = null }: { file?: string; line?: number | null } = {},
): HostLoad => ({ state: "refused", rule, file, line, message, fix: fixes[rule] });
