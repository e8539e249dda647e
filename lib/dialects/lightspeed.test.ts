import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { lightspeedDialect as dialect } from "./lightspeed";

/** LCORE: tests/e2e/features/skills.feature and its fixtures; pydantic-ai-skills: tests/test_toolset.py. */

const echo = { name: "echo", description: "Echo back the user's words." };
const entries = [echo, { name: "summarize", description: "Summarise a text." }];
const read = (toolName: string, input: unknown) => dialect.readCall(toolName, input, ["echo", "summarize"]);

describe("LCORE skills.feature", () => {
  it("list_skills answers exactly a JSON object of names and descriptions", () => {
    expect(dialect.skillList({ entries: [echo], total: 1, nextCursor: null, query: null })).toBe(
      `{"echo":"Echo back the user's words."}`,
    );
  });

  it("load_skill echo answers the full skill text", () => {
    expect(read("load_skill", { skill_name: "echo" })).toEqual({
      ok: true,
      value: { kind: "activate", name: "echo", arguments: "" },
    });
    const { text } = dialect.activation({
      ...echo,
      body: "Say it again.",
      frontmatter: new Map(),
      arguments: "",
      resources: ["references/guide.md"],
      unlisted: 0,
    });
    expect(text).toBe(`<skill>
<name>echo</name>
<description>Echo back the user's words.</description>
<uri>skill://echo</uri>

<resources>
<resource name="references/guide.md" />
</resources>

<scripts>
<!-- No scripts -->
</scripts>

<instructions>
Say it again.
</instructions>
</skill>
`);
  });

  it("reads references/guide.md as it is", () => {
    expect(read("read_skill_resource", { skill_name: "echo", resource_name: "references/guide.md" })).toEqual(
      {
        ok: true,
        value: { kind: "read", name: "echo", path: "references/guide.md", offset: 0 },
      },
    );
    const page = { name: "echo", path: "references/guide.md", text: "# Guide", offset: 0, totalBytes: 7 };
    expect(dialect.resource({ ...page, nextOffset: null })).toEqual({ text: "# Guide", flags: [] });
    expect(dialect.resource({ ...page, totalBytes: 99, nextOffset: 7 }).text).toBe(
      "# Guide\n\n[Bytes 0 to 7 of 99.]",
    );
  });

  it("refuses a skill and a resource that are not there with what there is", () => {
    const unknown = { rule: "unknown-skill", message: "", skillName: "x", path: null } as const;
    expect(dialect.error({ ...unknown, available: ["a", "b"] })).toBe(
      "Skill 'x' not found. Available skills: a, b. Call list_skills to see options and try again with an exact name.",
    );
    expect(dialect.error({ ...unknown, available: [] })).toContain("Available skills: none.");
    expect(
      dialect.error({
        rule: "unknown-resource",
        message: "",
        skillName: "s",
        path: "r",
        available: ["a.md"],
      }),
    ).toBe(
      "Resource 'r' not found in skill 's'. Available resources: ['a.md']. Use the exact name from load_skill output.",
    );
  });

  it("has no tools when no skills are configured", () => {
    expect(dialect.tools([], { presentation: "inline" })).toEqual([]);
  });
});

describe("pydantic-ai-skills test_toolset.py", () => {
  it("offers its four tools", () => {
    expect(dialect.tools(entries, { presentation: "inline" }).map(({ name }) => name)).toEqual([
      "list_skills",
      "load_skill",
      "read_skill_resource",
      "run_skill_script",
    ]);
  });

  it.each([
    [{ query: "x" }, { query: "x" }],
    ['{"query":"x"}', { query: "x" }],
    [undefined, undefined],
  ])("takes script arguments %j as an object or as its JSON text, and runs nothing", (args, expected) => {
    const input = {
      skill_name: "echo",
      script_name: "scripts/run.py",
      ...(args === undefined ? {} : { args }),
    };
    expect(read("run_skill_script", input)).toMatchObject({
      ok: true,
      value: {
        kind: "host-tool",
        toolName: "run_skill_script",
        name: "echo",
        path: "scripts/run.py",
        input: expected === undefined ? {} : { args: expected },
      },
    });
  });

  it("refuses script arguments that are neither", () => {
    const input = { skill_name: "echo", script_name: "run.py", args: "not json" };
    expect(read("run_skill_script", input)).toMatchObject({
      ok: false,
      error: { rule: "invalid-arguments" },
    });
  });

  it("lists scripts apart from resources", () => {
    const { text } = dialect.activation({
      ...echo,
      body: "",
      frontmatter: new Map(),
      arguments: "",
      resources: ["a.md", "scripts/run.py"],
      unlisted: 2,
    });
    expect(text).toContain('<resource name="a.md" />\n<!-- 2 more files are not listed. -->\n</resources>');
    expect(text).toContain('<scripts>\n<script name="scripts/run.py" />\n</scripts>');
  });

  it("puts the list between one paragraph, four rules and the line on progressive disclosure", () => {
    const skills = entries.map((entry, index) => ({ ...entry, skillId: entry.name, priority: index }));
    const { text } = buildCatalogue({ dialect, skills, budgetCharacters: 100_000 });
    expect(text).toMatch(/^[^\n]+\n\n<available_skills>\n<skill>\n<name>echo<\/name>\n/);
    expect(text.match(/^\d\. /gm)).toHaveLength(4);
    expect(text).toMatch(/<\/available_skills>[\s\S]*progressive disclosure[^\n]*$/);
  });

  it("has no arguments to put into a body", () => {
    const body = "Use $ARGUMENTS and awk '{print $1}'.";
    const input = { ...echo, body, frontmatter: new Map(), arguments: "x", resources: [], unlisted: 0 };
    expect(dialect.activation(input).text).toContain(`<instructions>\n${body}\n</instructions>`);
  });
});
