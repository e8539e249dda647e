/** How a host is asked for a skill, and for a file of one: tools by their names, and the fields that say which. */
export type SkillTools = {
  load: { tool: string; name: string };
  /** `skill` is null where the path alone says whose file it is; all is null where no such tool is known. */
  read: { tool: string; skill: string | null; path: string } | null;
};

/**
 * One row a host that has tools for skills, held to its dialect by `skill-tools.test.ts`; the last row is of hosts
 * without a dialect here. Nothing else says what these tools are called and how they are called.
 */
export const skillTools: readonly SkillTools[] = [
  { load: { tool: "Skill", name: "skill" }, read: { tool: "Read", skill: null, path: "file_path" } },
  {
    load: { tool: "activate_skill", name: "name" },
    read: { tool: "read_file", skill: null, path: "file_path" },
  },
  { load: { tool: "use_skill", name: "skill_name" }, read: { tool: "read_file", skill: null, path: "path" } },
  {
    load: { tool: "load_skill", name: "skill_name" },
    read: { tool: "load_skill_resource", skill: "skill_name", path: "file_path" },
  },
  {
    load: { tool: "load_skill", name: "skill_name" },
    read: { tool: "read_skill_resource", skill: "skill_name", path: "resource_name" },
  },
  { load: { tool: "skill", name: "name" }, read: null },
];

/** The row of the host that offers these tools: the first that has both; null where none has. */
export const findSkillTools = (names: ReadonlySet<string>): SkillTools | null =>
  skillTools.find(({ load, read }) => read !== null && names.has(load.tool) && names.has(read.tool)) ?? null;

/** Tools by which hosts load a skill, and the field of each that names it. The first that a host has is the one to use. */
export const skillLoaders: ReadonlyMap<string, string> = new Map(
  skillTools.map(({ load }) => [load.tool, load.name]),
);
