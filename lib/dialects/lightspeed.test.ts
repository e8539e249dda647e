import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { lightspeedDialect as dialect } from "./lightspeed";
import { lightspeedDesignDialect } from "./lightspeed-design";

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
      "Skill 'x' not found. Available skills: a, b. Call list_skills first and try again with an exact name.\n\nFix the errors and try again.",
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
      "Resource 'r' not found in skill 's'. Available resources: ['a.md']. Use the exact name from load_skill output.\n\nFix the errors and try again.",
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

describe("pydantic-ai-skills directory.py and local.py", () => {
  const activationOf = (resources: string[]) =>
    dialect.activation({ ...echo, body: "", frontmatter: new Map(), arguments: "", resources, unlisted: 0 })
      .text;
  const named = (kind: string, text: string) =>
    [...text.matchAll(new RegExp(`<${kind} name="([^"]*)"`, "g"))].map(([, name]) => name);

  it("takes files in the root and directly in scripts/ for scripts, by their ending", () => {
    const text = activationOf([
      "a.py",
      "b/c.py",
      "scripts/d.sh",
      "scripts/e/f.py",
      "scripts/g.js",
      "__init__.py",
    ]);
    expect(named("script", text)).toEqual(["a.py", "scripts/d.sh"]);
    expect(named("resource", text)).toEqual(["b/c.py", "scripts/e/f.py", "scripts/g.js", "__init__.py"]);
  });

  it.each([
    ["a.json", '{ "a": [1, 2.5, "ä"],\n "b": null }', '{"a":[1,2.5,"ä"],"b":null}'],
    ["a.JSON", '"text"', "text"],
    ["a.json", "{ broken", "{ broken"],
    ["a.md", '{ "a": 1 }', '{ "a": 1 }'],
  ])("writes %s %j again as %j", (path, text, expected) => {
    const page = { name: "echo", path, text, offset: 0, totalBytes: text.length, nextOffset: null };
    expect(dialect.resource(page).text).toBe(expected);
  });

  it("escapes nothing, but lets no description end its wrapper", () => {
    expect(dialect.catalogueEntry({ name: "a", description: 'A & B "c" <b>d</b> </skill>' })).toBe(
      '<skill>\n<name>a</name>\n<description>A & B "c" <b>d</b> &lt;/skill></description>\n<uri>skill://a</uri>\n</skill>',
    );
  });
});

describe("pydantic-ai tool_manager.py", () => {
  const opened = async () => {
    const made = aSkillSession(
      { echo: { "SKILL.md": "---\nname: echo\ndescription: E.\n---\nSay it.", "scripts/run.py": "1" } },
      { dialect, skills: [aSessionSkill("echo", "E.", 1)] },
    );
    await made.session.injectCatalogue();
    let step = 0;
    const ask = async (toolName: string, input: unknown) => {
      step += 1;
      const { payload } = await made.session.answerCall({ id: `c${step}`, toolName, input, step });
      return "result" in payload ? payload.result : "";
    };
    return { ...made, ask };
  };
  const missing = { skill_name: "echo", resource_name: "x.md" };

  it("ends a run at the second error of one tool", async () => {
    const { session, ask } = await opened();
    expect(await ask("read_skill_resource", missing)).toBe(
      "Resource 'x.md' not found in skill 'echo'. Available resources: []. Use the exact name from load_skill output.\n\nFix the errors and try again.",
    );
    expect(session.findHostEnd()).toBeNull();
    await ask("load_skill", { skill_name: "echo" });
    await ask("read_skill_resource", {});
    expect(session.findHostEnd()).toMatchObject({ tool: "read_skill_resource" });
  });

  it("reads no script as a resource, and says of a way out of the package what there is", async () => {
    const { ask } = await opened();
    const read = (resource_name: string) => ask("read_skill_resource", { skill_name: "echo", resource_name });
    for (const path of ["scripts/run.py", "../other/SKILL.md"])
      expect(await read(path)).toMatch(
        /^Resource '.*' not found in skill 'echo'\. Available resources: \[\]\./,
      );
  });

  it("says of a script that is not there which there are", async () => {
    const { ask } = await opened();
    expect(await ask("run_skill_script", { skill_name: "echo", script_name: "run.py" })).toMatch(
      /^Script 'run\.py' not found in skill 'echo'\. Available scripts: \['scripts\/run\.py'\]\./,
    );
  });

  it("says of a call what is wrong with each field", async () => {
    const { ask } = await opened();
    const said = await ask("load_skill", { name: "echo" });
    expect(said).toMatch(/^2 validation errors:\n```json\n/);
    expect(dialect.readError(said)).toMatch(/^2 validation errors:/);
    expect(dialect.readError("Any text.")).toBeNull();
  });

  it("as designed it gives a skill once and lets a model try on", async () => {
    const { call, session, log } = aSkillSession(
      { echo: { "SKILL.md": "---\nname: echo\ndescription: E.\n---\nSay it." } },
      { dialect: lightspeedDesignDialect },
    );
    await session.injectCatalogue();
    for (let time = 0; time < 2; time++) await call("activate_skill", { name: "echo" });
    for (let time = 0; time < 2; time++) await call("activate_skill", { name: "nobody" });
    expect(log.events().map(({ type }) => type)).toEqual([
      "catalogue-injected",
      "skill-activated",
      "skill-already-active",
      "request-refused",
      "request-refused",
    ]);
    expect(session.findHostEnd()).toBeNull();
  });
});
