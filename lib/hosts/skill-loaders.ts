/** Tools by which hosts load a skill, and the field of each that names it. The first that a host has is the one to use. */
export const skillLoaders: ReadonlyMap<string, string> = new Map([
  ["Skill", "skill"],
  ["activate_skill", "name"],
  ["use_skill", "name"],
  ["load_skill", "skill_name"],
  ["skill", "name"],
]);
