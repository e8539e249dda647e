import type { Dialect } from "@/lib/runtime/dialect";
import { dialectHeads } from "./dialect-heads";
import { adkList, adkTexts, sayAdkError } from "./internal/adk-texts";
import { defineDialect } from "./internal/define-dialect";

const introduction = [
  "You can use skills: folders of instructions and resources for particular kinds of work. Use the skill tools for them. A skill has:",
  "- **SKILL.md**: its instructions, with its name and description",
  "- **references/** (optional): further documentation",
  "- **assets/** (optional): templates and other material",
  "- **scripts/** (optional): scripts that can be run",
  "",
  "These rules hold:",
  "1. When a skill may fit the request, you MUST load it with `load_skill` and its `skill_name` before you go on.",
  "2. You MUST follow the loaded instructions exactly, every step of them in order, before you answer.",
  "3. You MUST read a skill's files with `load_skill_resource` and with no other tool.",
  "4. You MUST run a skill's scripts with `run_skill_script`; read one first when you need to know what it does.",
].join("\n");

/**
 * Google's Agent Development Kit for Python, release 1: rules and XML in the system prompt, JSON answers, errors with
 * a code. Tags, tools, keys, codes and their messages are the host's; the rules' wording is ours. JSON cannot be
 * broken out of.
 */
export const adkDialect: Dialect = defineDialect({
  ...dialectHeads.adk,
  endsLinesAlike: true,
  ...adkTexts,
  source: "https://github.com/google/adk-python/blob/v1.29.0/src/google/adk/tools/skill_toolset.py",

  catalogue: (entries, omitted) =>
    entries.length + omitted === 0 ? "" : [introduction, "", adkList(entries)].join("\n"),

  error: sayAdkError,
});
