import { describe, expect, it } from "vitest";
import { parseSkill } from "./parse-skill";
import { noNeeds, readNeeds, systemName } from "./skill-needs";

const needsOf = (lines: string) =>
  readNeeds(
    parseSkill(`---\nname: a\ndescription: A.\n${lines}\n---\n\nDo it.\n`, { mode: "lenient" }).frontmatter,
  );

describe("what a skill needs", () => {
  it("is nothing where SKILL.md says nothing", () => {
    expect(needsOf("license: MIT")).toEqual(noNeeds);
    expect(needsOf("metadata:\n  author: ines")).toEqual(noNeeds);
  });

  it("are capabilities as a list, in one line, or as one text with commas, each once", () => {
    const both = ["code_execution", "web"];
    expect(needsOf("required_capabilities:\n  - code_execution\n  - web\n  - web").capabilities).toEqual(
      both,
    );
    expect(needsOf("required_capabilities: [code_execution, web]").capabilities).toEqual(both);
    expect(needsOf("required_capabilities: code_execution, web").capabilities).toEqual(both);
    expect(needsOf("required_capabilities:").capabilities).toEqual([]);
  });

  it("has the type that is written, and agent_skill where none is", () => {
    expect(needsOf("skill_type: langchain_tool").skillType).toBe("langchain_tool");
    expect(needsOf("skill_type: ''").skillType).toBe("agent_skill");
    expect(needsOf("skill_type: [a]").skillType).toBe("agent_skill");
  });

  it.each(["openclaw", "clawdbot", "moltbot"])("is read below metadata.%s", (family) => {
    const written = `metadata:\n  ${family}:\n    os: [darwin, linux]\n    always: true\n    requires:\n      bins: [gh, jq]\n      anyBins: [npm, pnpm]\n      env: GITHUB_TOKEN\n      config: [browser.enabled]`;
    expect(needsOf(written)).toEqual({
      ...noNeeds,
      os: ["darwin", "linux"],
      always: true,
      bins: ["gh", "jq"],
      anyBins: ["npm", "pnpm"],
      env: ["GITHUB_TOKEN"],
      config: ["browser.enabled"],
    });
  });

  it("is read from a map in one line, and from os among what is required", () => {
    expect(needsOf('metadata: {"openclaw": {"requires": {"bins": ["gh"], "os": "linux"}}}')).toMatchObject({
      bins: ["gh"],
      os: ["linux"],
    });
  });

  it("goes by the newest name where there are two", () => {
    const two =
      "metadata:\n  clawdbot:\n    requires: {bins: [old]}\n  openclaw:\n    requires: {bins: [new]}";
    expect(needsOf(two).bins).toEqual(["new"]);
  });

  it("keeps nothing that is no text, and no list without an end", () => {
    expect(needsOf("required_capabilities: {a: b}").capabilities).toEqual([]);
    expect(needsOf("required_capabilities: [[a], b]").capabilities).toEqual(["b"]);
    expect(needsOf("metadata: {openclaw: {requires: yes, os: {a: b}}}")).toEqual(noNeeds);
    const many = Array.from({ length: 300 }, (_, at) => `c${at}`).join(", ");
    expect(needsOf(`required_capabilities: [${many}]`).capabilities).toHaveLength(100);
  });

  it("names a system as Node does", () => {
    expect([" macOS ", "Windows", "linux", "Darwin", "constructor"].map(systemName)).toEqual([
      "darwin",
      "win32",
      "linux",
      "darwin",
      "constructor",
    ]);
  });
});
