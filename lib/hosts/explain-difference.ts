import type { DialectId } from "@/lib/dialects/dialect-heads";
import { readShell } from "@/lib/dialects/read-shell";
import { isSecretPath } from "@/lib/skills/package-path";
import type { Difference } from "./compare-shapes";
import { parseJson, toRecord } from "./json-values";
import { dialectFolder } from "./run-dialect";

type Explanation = {
  hosts: readonly DialectId[];
  where: RegExp;
  host?: RegExp;
  dialect?: RegExp;
  /** Of both sides, as JSON. */
  both?: (host: string, dialect: string) => boolean;
  /** Of the call whose answer it is. */
  call?: (input: Record<string, unknown>) => boolean;
  reason: string;
};

/** Without how many tokens a command's output has. */
const withoutWeight = (text: string): string => text.replace(/("…\{time\}…","…-?\d+"),"…\d+"/, '$1,"…"');
const sortedLines = (answer: string): string =>
  answer
    .replace(/"\]\}\]$/, "")
    .split('","')
    .sort()
    .join();
/** What stands around the folder that a host was started in is words of its own. */
const withoutProject = (answer: string): string =>
  answer.replaceAll("…{project}…", "…").replaceAll("…{project}", "…");
const withoutPlace = (answer: string): string =>
  answer.replace(/"<persisted-output>","[^"]*"/, '"<persisted-output>"');
/** A call's text with the folder that a dialect has for skills. */
const slotted = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll("{{skills}}", dialectFolder) : "";
/** The input in `answers[3] exec_command {"cmd":"ls"}`. */
const inputOf = (where: string) => toRecord(parseJson(/\{.*$/s.exec(where)?.[0] ?? "{}"));
const sorted = (names: string): string => names.replace(/[[\]]/g, "").split(",").sort().join();
/** Whether all files of skills that a path or a command names may hold secrets. */
function showsOnlySecrets(asked: string): boolean {
  const paths = asked.split(/\s+/).filter((word) => word.includes(dialectFolder));
  return paths.length > 0 && paths.every(isSecretPath);
}
/** What stands behind the first part of a long file. */
const partNote = /","","<system-reminder>","…\{skills\}[^"]*","<\/system-reminder>"\]\}\]$/;
/** A list of names without those that Codex brings. */
const withoutOwn = (names: string): string =>
  names.replaceAll(/"(?:imagegen|openai-docs|skill-creator|skill-installer)",?/g, "").replace(",]", "]");
const inAnyOrder = (answer: string): string => answer.split(/…|","/).sort().join("\n");
const lineLength = (answer: string): string | undefined => /"=(\d+):/.exec(answer)?.[1];
const lengthOf = (entry: string): number => Number(/ =(\d+):/.exec(entry)?.[1] ?? 0);

const keepsBreak = "The host keeps the line break that ends a description; it is no part of it here.";

/** What is known to be otherwise, and why. Nothing else may differ. */
const explanations: readonly Explanation[] = [
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] (?:load_skill|read_skill_resource|run_skill_script) /,
    both: (host, dialect) => inAnyOrder(host) === inAnyOrder(dialect),
    reason: "The host names files in the order in which it comes upon them.",
  },
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] list_skills /,
    both: (host, dialect) => lineLength(host) === lineLength(dialect),
    reason: "The host lists skills in the order in which it comes upon their folders.",
  },
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] read_skill_resource .*\.ya?ml"/,
    host: /^\[\{"kind":"result","isError":false,"lines":\["[^"]*"\]\}\]$/,
    dialect: /"isError":false/,
    reason: "The host gives YAML parsed, as one line of JSON; here it comes as it is written.",
  },
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] read_skill_resource .*\.json"/,
    host: /^\[\{"kind":"result","isError":false,"lines":\["[^"]*"\]\}\]$/,
    dialect: /^\[\{"kind":"result","isError":false,"lines":\["[^"]*"\]\}\]$/,
    reason: "The host keeps the point of numbers such as 1.0; here they become 1.",
  },
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] read_skill_resource /,
    host: /"isError":true/,
    dialect: /"isError":true/,
    both: (host, dialect) => lineLength(host) === lineLength(dialect),
    reason: "The host names files in the order in which it comes upon them.",
  },
  {
    hosts: ["lightspeed"],
    where: /^answers\[\d+\] load_skill /,
    host: /"\uFEFF/,
    reason:
      "Behind a byte order mark the host finds no frontmatter, and gives the file whole as instructions.",
  },
  {
    hosts: ["skillkit"],
    where: /^answers\[\d+\] /,
    host: /^\[\]$/,
    dialect: /"isError":true/,
    reason:
      "The host has a tool for each skill that it loads; a call of any other is answered by what calls them.",
  },
  {
    hosts: ["adk", "adk-2"],
    where: /^answers\[\d+\] list_skills /,
    both: (host, dialect) => host.replaceAll(',"","</description>"', ',"</description>"') === dialect,
    reason: keepsBreak,
  },
  {
    hosts: ["codex", "claude-code"],
    where: /^tools\.(?:exec_command|Bash)\.properties\.(?!cmd$|command$)/,
    dialect: /^nothing$/,
    reason: "Options of a shell: nothing is run here.",
  },
  {
    hosts: ["codex"],
    where: /^answers\[\d+\] exec_command .*\{\{skills\}\}/,
    both: (host, dialect) => withoutWeight(host) === withoutWeight(dialect),
    reason: "The host's path is longer, and so is what its shell says of it.",
  },
  {
    hosts: ["codex"],
    where: /^catalogue\.order$/,
    both: (host, dialect) => withoutOwn(host) === withoutOwn(dialect),
    reason: "A skill that is called like one of the host's own stands there first where the host's own does.",
  },
  {
    hosts: ["codex"],
    where: /^answers\[\d+\] exec_command \{\}$/,
    reason: "Which field is missing is told by the place of its reader.",
  },
  {
    hosts: ["codex", "claude-code"],
    where:
      /^answers\[\d+\] (?:exec_command|Bash) .*\.(?:png|jpe?g|gif|webp|pdf|zip|bin|woff2?|ttf|xlsx|docx|pptx)"/,
    reason: "The shell gives the bytes of a binary file as text; here only its type is told.",
  },
  {
    hosts: ["codex", "claude-code"],
    where: /^answers\[\d+\] (?:exec_command|Bash) .*\{\{skills\}\}/,
    both: (host, dialect) => sortedLines(withoutWeight(host)) === sortedLines(withoutWeight(dialect)),
    reason: "The host finds files in the order of its disk, and its commands' two outputs come as they come.",
  },
  {
    hosts: ["codex", "claude-code"],
    where: /^answers\[\d+\] (?:exec_command|Bash) /,
    call: ({ cmd, command, workdir }) =>
      readShell(slotted(cmd ?? command), slotted(workdir) || null) === null,
    reason: "Any other command is run by the host, and never here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Bash /,
    both: (host, dialect) => withoutProject(host) === dialect,
    reason: "The host names the folder it was started in; there is none here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Bash /,
    host: /<persisted-output>/,
    both: (host, dialect) => withoutPlace(host) === withoutPlace(dialect),
    reason: "The host names the file of its own that keeps a long output; there is none here.",
  },
  {
    hosts: ["gemini-cli"],
    where: /^catalogue\.order$/,
    both: (host, dialect) => sorted(host) === sorted(dialect),
    reason:
      "The host lists skills as it comes to the end of their files: by name, the last first, but for some.",
  },
  {
    hosts: ["gemini-cli"],
    where: /^catalogue\.entries /,
    both: (host, dialect) => lengthOf(host) === lengthOf(dialect) + 1,
    reason: keepsBreak,
  },
  {
    hosts: ["gemini-cli"],
    where: /^answers\[\d+\] /,
    host: /^\[\]$/,
    reason: "The host stops a model that makes the same call five times, without answering the fifth.",
  },
  {
    hosts: ["gemini-cli"],
    where: /^answers\[\d+\] read_file .*\.(?:png|jpe?g|gif|webp|pdf|mp3|wav)"/,
    reason: "The host shows the file to the model; here only its type is told.",
  },
  {
    hosts: ["gemini-cli"],
    where: /^answers\[\d+\] read_file /,
    host: /"isError":true,"lines":\["[^"]*\{project\}/,
    dialect: /"isError":true/,
    reason: "The host names every folder within its reach.",
  },
  {
    hosts: ["claude-code", "codex", "gemini-cli"],
    where: /^answers\[\d+\] (?:Read|Bash|read_file|exec_command) /,
    dialect: /"isError":true|"…\{time\}…","…[1-9]/,
    call: ({ file_path, cmd, command }) => showsOnlySecrets(slotted(file_path ?? cmd ?? command)),
    reason: "Files that may hold secrets are read there; here never.",
  },
  {
    hosts: ["claude-code", "codex", "gemini-cli"],
    where: /^answers\[\d+\] (?:Read|Bash|read_file|exec_command|Skill|activate_skill) /,
    host: /"isError":false/,
    dialect: /"isError":true,"lines":\["(?:<tool_use_error>)?…500…(?![\d.]+…)/,
    reason: "Here at most 500 KB of one skill stand in a conversation, unless the workspace says otherwise.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read /,
    both: (host, dialect) => host === dialect.replace(partNote, '"]}]'),
    reason: "The host says beside the answer, and not in it, that this is a part of the file.",
  },
  {
    hosts: ["gemini-cli"],
    where: /^answers\[\d+\] read_file /,
    host: /"lines":\["<tool_output_masked>"/,
    reason: "The host takes long results out of a long conversation after a while; here they stay.",
  },
  {
    hosts: ["claude-code"],
    where: /^tools\.Read\.properties\.(?:pages|allow_large)$/,
    dialect: /^nothing$/,
    reason:
      "Pages of PDF files and files over the host's limits: no file of a skill is read in either way here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"\{\{skills\}\}\/[^"]+"/,
    host: /^\[\{"kind":"result","isError":true,"lines":\["…\{project\}…"\]\}\]$/,
    dialect: /"isError":true,"lines":\["…"\]/,
    reason: "The host names the folder it was started in; there is none here.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"\{\{skills\}\}\/[^".]+"/,
    host: /"isError":true/,
    dialect: /"isError":true/,
    reason: "The host says of a folder that it is one, and names it; here only files are there.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read .*\.(?:png|jpe?g|gif|webp|pdf)"/,
    reason:
      "The host shows pictures and PDF files to the model, or says why it cannot; here only their type is told.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] (?:Read|Bash) .*\{\{skills\}\}/,
    host: /"isError":false/,
    dialect: /"isError":true,"lines":\["<tool_use_error>…([\w-]+)…\1…<\/tool_use_error>"/,
    reason:
      "A skill that its author keeps from models is on the host's disk all the same: any file of it can be read.",
  },
  {
    hosts: ["claude-code"],
    where: /^answers\[\d+\] Read \{"file_path":"(?!\{\{skills\}\}\/)/,
    reason: "There are no files here but those of the skills; the host reads what it is allowed to.",
  },
];

const wasDefused =
  "The skill's text would pass for the host's own marks, run a command or hide something: here it is defused.";

/**
 * The reason of a difference; null for one that nobody explained. `defused`: answers whose text was, by their places, and
 * skills whose line of the list was, by their names.
 */
export function explain(
  host: DialectId,
  { where, ...sides }: Difference,
  defused: ReadonlySet<number | string>,
): string | null {
  const [, name = "", place = -1] = /^(?:catalogue\.entries (.+)|answers\[(\d+)\].*)$/s.exec(where) ?? [];
  if (defused.has(name === "" ? Number(place) : name)) return wasDefused;
  const found = explanations.find(
    (one) =>
      one.hosts.includes(host) &&
      one.where.test(where) &&
      (one.host?.test(sides.host) ?? true) &&
      (one.dialect?.test(sides.dialect) ?? true) &&
      (one.both?.(sides.host, sides.dialect) ?? true) &&
      (one.call?.(inputOf(where)) ?? true),
  );
  return found?.reason ?? null;
}
