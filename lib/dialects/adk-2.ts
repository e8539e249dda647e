import type { Dialect } from "@/lib/runtime/dialect";
import { dialectHeads } from "./dialect-heads";
import { adkTexts, sayAdk2Error } from "./internal/adk-texts";
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
  "2. Follow the loaded instructions exactly, every step of them in order, before you answer.",
  "3. Read a skill's files with `load_skill_resource` and with no other tool; it is for those files alone, not for what the user gives.",
  "4. Run a skill's scripts with `run_skill_script`; read one first when you need to know what it does.",
  "5. After an error of `load_skill_resource`, try no path again: tell the user of the error and stop.",
  "6. After an error of `run_skill_script`, run it no second time and guess no other path: tell the user of the error and stop.",
  "7. To load a skill is NOT the end of your turn: go on in the same turn with what it asks for, then write your answer. Never leave it empty.",
].join("\n");

/**
 * Google's Agent Development Kit for Python since release 2.0: the rules are in the system prompt, the names are not.
 * A model sees which skills there are when it calls `list_skills`, and not before.
 */
export const adk2Dialect: Dialect = defineDialect({
  ...dialectHeads["adk-2"],
  endsLinesAlike: true,
  ...adkTexts,
  source:
    "https://github.com/google/adk-python/blob/b7ad76a2/src/google/adk/tools/skill_toolset.py (release 2.5.0)",

  listsOnRequest: true,
  catalogue: (entries, omitted) => (entries.length + omitted === 0 ? "" : introduction),

  error: sayAdk2Error,
});
