import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { adkDialect as dialect } from "./adk";

/** google/adk-python: tests/unittests/tools/test_skill_toolset.py and tests/unittests/skills/test_prompt.py. */

const read = (toolName: string, input: unknown) => dialect.readCall(toolName, input, ["skill1"]);
const refusal = (toolName: string, input: unknown) => {
  const result = read(toolName, input);
  return result.ok ? null : JSON.parse(dialect.error(result.error));
};

describe("adk test_skill_toolset.py", () => {
  it("load_skill answers a dict of three keys", () => {
    expect(read("load_skill", { skill_name: "skill1" })).toEqual({
      ok: true,
      value: { kind: "activate", name: "skill1", arguments: "" },
    });
    const document =
      "---\nname: skill1\ndescription: Skill 1\nlicense: MIT\nallowed-tools: Read\nmetadata:\n  author: x\n  version: 1.10\n  draft: yes\nteam: core\n---\n";
    const { text } = dialect.activation({
      name: "skill1",
      description: "Skill 1",
      body: 'Say "hello"\nto $ARGUMENTS.',
      frontmatter: new Map(),
      document,
      arguments: "them",
      resources: [],
      unlisted: 0,
    });
    expect(JSON.parse(text)).toEqual({
      skill_name: "skill1",
      instructions: 'Say "hello"\nto $ARGUMENTS.',
      frontmatter: {
        name: "skill1",
        description: "Skill 1",
        license: "MIT",
        compatibility: null,
        allowed_tools: "Read",
        metadata: { author: "x", version: 1.1, draft: true },
        team: "core",
      },
    });
  });

  it("a skill that is not there is SKILL_NOT_FOUND", () => {
    const error = { rule: "unknown-skill", message: "", skillName: "nonexistent", path: null } as const;
    expect(JSON.parse(dialect.error(error))).toEqual({
      error: "Skill 'nonexistent' not found.",
      error_code: "SKILL_NOT_FOUND",
    });
  });

  it("a missing name or path is INVALID_ARGUMENTS", () => {
    expect(refusal("load_skill", {})).toMatchObject({ error_code: "INVALID_ARGUMENTS" });
    expect(refusal("load_skill_resource", { skill_name: "skill1" })).toMatchObject({
      error: "Argument 'file_path' is required.",
      error_code: "INVALID_ARGUMENTS",
    });
    expect(refusal("load_skill_resource", {})?.error).toBe(
      "Argument 'skill_name' is required.\nArgument 'file_path' is required.",
    );
  });

  it.each(["references/ref1.md", "assets/asset1.txt", "scripts/setup.sh"])("reads %s", (file_path) => {
    expect(read("load_skill_resource", { skill_name: "skill1", file_path })).toEqual({
      ok: true,
      value: { kind: "read", name: "skill1", path: file_path, offset: 0 },
    });
    const page = {
      name: "skill1",
      path: file_path,
      text: "content",
      offset: 0,
      totalBytes: 7,
      nextOffset: null,
    };
    expect(JSON.parse(dialect.resource(page).text)).toEqual({
      skill_name: "skill1",
      file_path,
      content: "content",
    });
  });

  it("references/other.md is RESOURCE_NOT_FOUND", () => {
    const error = {
      rule: "unknown-resource",
      message: "",
      skillName: "skill1",
      path: "references/other.md",
    } as const;
    expect(JSON.parse(dialect.error(error))).toEqual({
      error: "Resource 'references/other.md' not found in skill 'skill1'.",
      error_code: "RESOURCE_NOT_FOUND",
    });
  });

  it("a path of a skill that there is not is not looked at: the skill is not found", () => {
    const request = read("load_skill_resource", { skill_name: "skill2", file_path: "CHANGELOG.md" });
    expect(request).toEqual({
      ok: true,
      value: { kind: "read", name: "skill2", path: "CHANGELOG.md", offset: 0 },
    });
  });

  it("a path in no known folder is INVALID_RESOURCE_PATH", () => {
    expect(refusal("load_skill_resource", { skill_name: "skill1", file_path: "invalid/path.txt" })).toEqual({
      error: "Path must start with 'references/', 'assets/', or 'scripts/'.",
      error_code: "INVALID_RESOURCE_PATH",
    });
  });

  it("a binary file answers with its status instead of content", () => {
    const answer = dialect.binaryResource({
      name: "s",
      path: "assets/a.png",
      mediaType: "image/png",
      bytes: 9,
    });
    expect(JSON.parse(answer)).toEqual({
      skill_name: "s",
      file_path: "assets/a.png",
      status: expect.stringMatching(/^Binary file detected\./),
    });
  });

  it.each([
    [{ file_path: "scripts/setup.sh" }],
    [
      {
        file_path: "scripts/run.py",
        args: { verbose: true },
        short_options: { n: 1 },
        positional_args: ["a"],
      },
    ],
    [{ file_path: "scripts/run.BASH", args: ["--verbose"] }],
  ])("run_skill_script %j asks a person or a stub", (input) => {
    expect(read("run_skill_script", { skill_name: "skill1", ...input })).toMatchObject({
      ok: true,
      value: { kind: "host-tool", toolName: "run_skill_script", name: "skill1", path: input.file_path },
    });
  });

  it.each([
    [{ args: "x" }, "'args' must be a JSON object (dict) or a list of strings, got str."],
    [{ short_options: [1] }, "'short_options' must be a JSON object (dict), got list."],
    [{ positional_args: 1.5 }, "'positional_args' must be a list of strings, got float."],
    [
      { args: ["a"], positional_args: ["b"] },
      "Cannot specify 'short_options' or 'positional_args' when 'args' is a list.",
    ],
  ])("run_skill_script %j is INVALID_ARGUMENTS", (input, error) => {
    expect(
      refusal("run_skill_script", { skill_name: "skill1", file_path: "scripts/a.py", ...input }),
    ).toEqual({
      error,
      error_code: "INVALID_ARGUMENTS",
    });
  });

  it("a list without anything beside it is the whole command line", () => {
    const input = {
      skill_name: "skill1",
      file_path: "a.py",
      args: ["x"],
      short_options: {},
      positional_args: [],
    };
    expect(read("run_skill_script", input)).toMatchObject({ ok: true, value: { file: "scripts/a.py" } });
  });

  it("the request gets the instruction, then the XML", () => {
    const skills = [{ skillId: "1", name: "skill1", description: "Skill 1", priority: 1 }];
    const { text } = buildCatalogue({ dialect, skills, budgetCharacters: 8_000 });
    expect(text.match(/^\d\. .*MUST/gm)).toHaveLength(4);
    expect(text).toMatch(/\n\n<available_skills>\n<skill>\n<name>\nskill1\n<\/name>\n/);
    expect(text.endsWith("</skill>\n</available_skills>")).toBe(true);
  });
});

describe("adk test_prompt.py", () => {
  it("escapes names and descriptions, quotes included", () => {
    expect(dialect.catalogueEntry({ name: "a&b", description: `<x> "y"` })).toBe(
      "<skill>\n<name>\na&amp;b\n</name>\n<description>\n&lt;x&gt; &quot;y&quot;\n</description>\n</skill>",
    );
  });

  it("list_skills answers the same XML, empty when there are none", () => {
    expect(dialect.skillList({ entries: [], total: 0, nextCursor: null, query: null })).toBe(
      "<available_skills>\n</available_skills>",
    );
  });
});

it("a refusal that the host has no code for is told in its spelling", () => {
  const error = { rule: "too-large", message: "Too much.", skillName: "s", path: "a" } as const;
  expect(JSON.parse(dialect.error(error))).toEqual({ error: "Too much.", error_code: "TOO_LARGE" });
});
