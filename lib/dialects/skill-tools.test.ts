import { describe, expect, it } from "vitest";
import { dialects } from "./find-dialect";
import { findSkillTools, skillLoaders, skillTools } from "./skill-tools";

const skill = { name: "release-notes", description: "Writes the notes." };
const offeredBy = (dialect: (typeof dialects)[number]) => dialect.tools([skill], { presentation: "inline" });
const namesOf = (dialect: (typeof dialects)[number]) => new Set(offeredBy(dialect).map(({ name }) => name));
const withRow = dialects.flatMap((dialect) => {
  const row = findSkillTools(namesOf(dialect));
  return row?.read ? [{ id: dialect.id, dialect, row, load: row.load, read: row.read }] : [];
});

describe("the tools by which hosts are asked for skills", () => {
  it("are those of several dialects, and every row but the last is of one", () => {
    const used = new Set(withRow.map(({ row }) => row));
    expect(skillTools.filter((row) => !used.has(row))).toEqual([
      { load: { tool: "skill", name: "name" }, read: null },
    ]);
  });

  it.each(withRow)("are called as $id understands them", ({ dialect, load, read }) => {
    const path = "references/tone.md";
    expect(dialect.readCall(load.tool, { [load.name]: skill.name }, [skill.name])).toMatchObject({
      ok: true,
      value: { kind: "activate", name: skill.name },
    });
    const input =
      read.skill === null
        ? { [read.path]: `skill://${skill.name}/${path}` }
        : { [read.skill]: skill.name, [read.path]: path };
    expect(dialect.readCall(read.tool, input, [skill.name], [skill.name])).toMatchObject({
      ok: true,
      value: { kind: "read", name: skill.name, path },
    });
  });

  it.each(withRow)("have the fields that $id offers", ({ dialect, load, read }) => {
    const schemaOf = (tool: string) =>
      JSON.stringify(offeredBy(dialect).find(({ name }) => name === tool)?.inputSchema);
    expect(schemaOf(load.tool)).toContain(`"${load.name}":`);
    for (const field of [read.skill, read.path].filter((one) => one !== null))
      expect(schemaOf(read.tool)).toContain(`"${field}":`);
  });

  it("are known by both tools, as several hosts call one of them alike", () => {
    expect(findSkillTools(new Set(["activate_skill", "read_skill_resource"]))).toBeNull();
    expect(findSkillTools(new Set(["load_skill"]))).toBeNull();
    expect(findSkillTools(new Set(["read_file", "use_skill"]))?.read?.path).toBe("path");
    expect(findSkillTools(new Set(["read_file", "activate_skill"]))?.read?.path).toBe("file_path");
  });

  it("load by one field each, whichever row a tool stands in", () => {
    for (const { load } of skillTools) expect(skillLoaders.get(load.tool)).toBe(load.name);
  });
});
