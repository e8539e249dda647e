import { type DialectId, isDialectId } from "./dialect-heads";

/** What a dialect was held against, and in what it is known not to be the same. */
export type HostAgreement = {
  /** The host's name and release. */
  version: string;
  /** The day it was run, YYYY-MM-DD. */
  checked: string;
  /** Sentences. */
  differences: readonly string[];
};

/** Only of dialects whose host itself was run. Apart from the heads: most pages name dialects, few say this. */
const agreements: Partial<Record<DialectId, HostAgreement>> = {
  lightspeed: {
    version: "pydantic-ai-skills 1.3.0 in pydantic-ai 2.33.0",
    checked: "2026-11-28",
    differences: [
      "It lists skills and files in the order in which it comes upon them; here both go by name.",
      "A SKILL.md below a skill's own is another skill there, listed like any; here it is a file that is left out.",
      "A file that begins with a byte order mark has no frontmatter there, and is given whole.",
      "Its addresses of skills are paths on its disk; here they begin with skill://.",
      "It escapes nothing; text that would pass for its own marks is defused here.",
      "It takes a file for a script, too, that may be executed; that is not kept here.",
      "It gives YAML files parsed, as JSON; here they come as they are written. Numbers such as 1.0 in JSON files become 1 here.",
      "Files that may hold secrets, such as .env, are listed and read there; here never.",
      "It runs scripts; here a person or a saved result answers.",
    ],
  },
  skillkit: {
    version: "skillkit 0.4.0",
    checked: "2026-11-28",
    differences: [
      "The base directory is a path on its disk; here it begins with skill://.",
      "It describes a script's tool by the first comment in the script; here by the script's name.",
      "Its tools come in the order in which it comes upon folders; here by priority.",
      "A SKILL.md in a folder of a skill's folder is another skill there, with a tool of its own; here it is none.",
      "Arguments that differ from earlier ones in blanks alone bring the earlier text there.",
      "What LangChain says of a wrong input is worded otherwise here.",
      "It runs scripts; here a person or a saved result answers.",
      "Text that would pass for its own marks is defused here; it defuses nothing.",
    ],
  },
  "claude-code": {
    version: "Claude Code 2.1.330",
    checked: "2026-11-23",
    differences: [
      "Its own skills stand behind yours in its list; here only their share of the budget is taken off.",
      "What its list may hold is counted in columns of a terminal, a few of them otherwise than here for rare characters.",
      "Where its list stands and what it may hold go by the model: a model of its older family keeps 4 characters a token and the list in the first message, also with a window of 1,000,000 tokens.",
      "Text that would pass for its own marks is defused here.",
      "What is typed after a skill's name is taken apart as its shell would: here too, but for what begins with [, with ` or with function.",
      "Commands in a skill (!`command`) are run by it and never here; variables of session and project have no value here.",
      "A skill with allowed-tools is taken as allowed by the person; without a person it refuses it.",
      "Skills of a plugin, named plugin:skill, come whole each time; here all skills are the person's own.",
      "The model counts the 25,000 tokens of a file that it shows at once; here they are estimated.",
      "Its shell, Bash, runs any command. Here the ones that only look (cat, head, tail, sed -n, nl, wc, ls, find and the like) are answered from packages, taken as allowed by the person; any other command is answered by the agent's own tool, a stub or a person. It keeps an output over 30,000 characters in a file, which cannot be read here, and shows 2,000 of it, as here.",
      "It asks the person before a command looks below a skill's folder, and names the folder that it was started in when it refuses.",
      "Skills with paths: are unknown to its model and its person until a file that fits was read, and told with that file; here they are listed from the start.",
      "A person's /name reaches its model as a command, in elements of its own, before the skill's text; here as it was typed.",
      "Files of a skill that its author keeps from models can be read there by their paths, and here not.",
      "It reads any file it is allowed to; here only files of skills are there, and a tool of the agent that is called Read answers for all others. SKILL.md can be read like any file, or by a command, which is not an activation in either.",
    ],
  },
  codex: {
    version: "Codex 0.169.0",
    checked: "2026-11-23",
    differences: [
      "Its own skills stand before yours in its list; here only their share of the budget is taken off.",
      "A skill whose folder holds the manifest of a plugin is called plugin:skill there; here by its own name.",
      "Its shell runs any command. Here cat, head, tail, sed -n, nl, wc, ls, find, rg --files, cd and echo are answered from packages, also in a row or through a pipe, as long as nothing in the line has to be expanded; any other command, and any file outside of skills, is answered by the agent's own tool, a stub or a person.",
      "It cuts the middle out of an output over 10,000 tokens (40,000 bytes), as here; for a model that it does not know, over 10,000 bytes.",
      "Its protocol has no mark for a failed result: how a command ended is told in the text, here as well.",
      "It finds files in the order of its disk and gives the bytes of binary files; here they are sorted, and only their type is told.",
      "A command that shows SKILL.md, or its first 100 lines or more, counts as loading that skill; one line that shows two of them counts as reading files.",
      "Text that would pass for its own marks is defused here.",
    ],
  },
  "gemini-cli": {
    version: "Gemini CLI 0.61.0",
    checked: "2026-11-23",
    differences: [
      "Its own skills stand before yours in its list and in what activate_skill takes; here they are not there.",
      "It lists skills as it comes to the end of their files, which is by name, the last first, but for some.",
      "It stops a model that makes the same call five times in a row; here all are answered.",
      "It shows pictures, sound and PDF files to the model; here only their type is told.",
      "It takes long results out of a long conversation after a while, and keeps them in files; here they stay.",
      "Which folders it names as within reach is its own; here only folders of activated skills are.",
      "Folders that it ignores, such as node_modules, are shown with their files here.",
      "It sends a failed result under error and any other under output; here a provider of Gemini gets both as text.",
      "Text that would pass for its own marks is defused here; it escapes nothing.",
    ],
  },
  "adk-2": {
    version: "ADK for Python 2.5.0",
    checked: "2026-11-28",
    differences: [
      "The list of list_skills reaches its model inside a JSON object; here as it is.",
      "adk_inject_state puts values of the session into instructions there; here they stay as they are.",
      "Tools that metadata names (adk_additional_tools) are those of its program; here an agent's own are offered throughout.",
      "A script runs there when a code executor is set up, else it says that there is none; here a person or a saved result answers.",
      "Files that may hold secrets are read there; here never.",
      "ADK for TypeScript lists skills in the prompt and names its arguments otherwise: it is another host.",
    ],
  },
  adk: {
    version: "ADK for Python 1.29.0",
    checked: "2026-11-28",
    differences: [
      "The list of list_skills reaches its model inside a JSON object; here as it is.",
      "adk_inject_state puts values of the session into instructions there; here they stay as they are.",
      "Tools that metadata names (adk_additional_tools) are those of its program; here an agent's own are offered throughout.",
      "A script runs there when a code executor is set up, else it says that there is none; here a person or a saved result answers.",
      "Files that may hold secrets are read there; here never.",
      "Arguments that are missing and wrong at once are told of together there; here those that are missing come first.",
    ],
  },
};

/** Absent where it is the host's published source. */
const bases: Partial<Record<DialectId, string>> = {
  "lightspeed-design":
    "Held to the text of Lightspeed's design, which gives a skill once in a conversation. The library that was merged has no such tracker and gives it again: to rehearse what is deployed, take Lightspeed (as merged).",
  orion: "Held to the text of Orion's design; the host itself was not run.",
  linx: "Held to the text of LinX's design; the host itself was not run.",
};

/** What a dialect was held against; null where its host was not run. */
export const agreementOf = (id: string): HostAgreement | null =>
  isDialectId(id) ? (agreements[id] ?? null) : null;

/** What a dialect is held to whose host was not run; null where that is the host's published source. */
export const basisOf = (id: string): string | null => (isDialectId(id) ? (bases[id] ?? null) : null);
