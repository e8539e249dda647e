import { skillTools } from "./skill-tools";

/** Tools that have to do with skills besides loading one and reading its files. */
const otherSkillTools = ["list_skills", "run_skill_script", "search_skills"];
/** Tools that run commands or code. */
const otherGeneralTools = ["bash", "code_execution", "exec_command"];

const readers = skillTools.flatMap(({ read }) => read ?? []);
const lowered = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

/**
 * What hosts call the tools that have to do with skills alone: those of every dialect but the ones named after skills,
 * and names that hosts without a dialect here give to them. `host-tool-names.test.ts` keeps both lists whole.
 */
const skillToolNames = lowered([
  ...skillTools.map(({ load }) => load.tool),
  ...readers.flatMap(({ tool, skill }) => (skill === null ? [] : [tool])),
  ...otherSkillTools,
]);

/** What hosts call general tools, which reach skills' files among others: an agent may have one of its own so. */
const generalToolNames = lowered([
  ...readers.flatMap(({ tool, skill }) => (skill === null ? [tool] : [])),
  ...otherGeneralTools,
]);

/** Letters of either case: two tools that differ in that alone are one to a model that has to choose. */
export const isSkillToolName = (name: string): boolean => skillToolNames.has(name.toLowerCase());
export const isGeneralToolName = (name: string): boolean => generalToolNames.has(name.toLowerCase());
