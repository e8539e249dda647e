import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findOthers, whyOthers } from "./skills-of-others";

const others = { nested: ["inner"], plugins: ["outer"] };
const none = { nested: [], plugins: [] };
const tell = (where: string, host: string, dialect: string, found = others) =>
  whyOthers({ where, host, dialect }, found);

describe("what a folder of skills holds beside them", () => {
  it("is skills in the folders of others, and manifests of plugins", () => {
    const folder = mkdtempSync(join(tmpdir(), "others-"));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("outer/SKILL.md", "---\nname: outer\ndescription: a\n---\n");
    write("outer/parts/inner/SKILL.md", "---\nname: named-otherwise\ndescription: b\n---\n");
    write("outer/parts/nameless/SKILL.md", "# No frontmatter\n");
    write("outer/.claude-plugin/plugin.json", "{}");
    write("plain/SKILL.md", "---\nname: plain\ndescription: c\n---\n");
    const { nested, plugins } = findOthers(folder);
    rmSync(folder, { recursive: true });
    expect([...nested].sort()).toEqual(["named-otherwise", "nameless"]);
    expect(plugins).toEqual(["outer"]);
  });
});

describe("a difference is explained", () => {
  it.each([
    ["tools.inner", '{"name":"inner"}', "nothing"],
    ["catalogue.entries inner", '"inner =10:abc"', "nothing"],
    ["answers[0] list_skills {}", "more", "fewer"],
  ])("by a skill in another's folder: %s", (where, host, dialect) => {
    expect(tell(where, host, dialect)).toMatch(/below another/);
    expect(tell(where, host, dialect, none)).toBeNull();
  });

  it("by the name that a plugin gives its skill", () => {
    expect(tell("catalogue.entries outer", "nothing", '"outer =10:abc"')).toMatch(/plugin:skill/);
    expect(tell("catalogue.entries outer", '"outer =1:a"', '"outer =10:abc"')).toBeNull();
    expect(tell("catalogue.entries outer", "nothing", '"outer =10:abc"', none)).toBeNull();
  });

  it("by nothing where the dialect has what the host has not, or another skill is meant", () => {
    expect(tell("tools.inner", "nothing", '{"name":"inner"}')).toBeNull();
    expect(tell("tools.other", '{"name":"other"}', "nothing")).toBeNull();
    expect(tell("answers[3] load_skill {}", "a", "b")).toBeNull();
  });
});
