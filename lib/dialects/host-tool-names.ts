/**
 * What hosts call the tools that are theirs: those of every dialect but the ones named after skills, and names that
 * hosts without a dialect here give to them. `host-tool-names.test.ts` keeps the list whole.
 */
const hostToolNames: ReadonlySet<string> = new Set([
  "activate_skill",
  "code_execution",
  "exec_command",
  "list_skills",
  "load_skill",
  "load_skill_resource",
  "read",
  "read_file",
  "read_skill_resource",
  "run_skill_script",
  "search_skills",
  "skill",
  "use_skill",
]);

/** Letters of either case: two tools that differ in that alone are one to a model that has to choose. */
export const isHostToolName = (name: string): boolean => hostToolNames.has(name.toLowerCase());
