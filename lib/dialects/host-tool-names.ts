/**
 * What hosts call the tools that have to do with skills alone: those of every dialect but the ones named after skills,
 * and names that hosts without a dialect here give to them. `host-tool-names.test.ts` keeps both lists whole.
 */
const skillToolNames: ReadonlySet<string> = new Set([
  "activate_skill",
  "list_skills",
  "load_skill",
  "load_skill_resource",
  "read_skill_resource",
  "run_skill_script",
  "search_skills",
  "skill",
  "use_skill",
]);

/** What hosts call general tools, which reach skills' files among others: an agent may have one of its own so. */
const generalToolNames: ReadonlySet<string> = new Set([
  "bash",
  "code_execution",
  "exec_command",
  "read",
  "read_file",
]);

/** Letters of either case: two tools that differ in that alone are one to a model that has to choose. */
export const isSkillToolName = (name: string): boolean => skillToolNames.has(name.toLowerCase());
export const isGeneralToolName = (name: string): boolean => generalToolNames.has(name.toLowerCase());
