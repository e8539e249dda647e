import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { parseSkill } from "@/lib/skills/parse-skill";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { claudeCodeDialect as dialect } from "./claude-code";

/** https://code.claude.com/docs/en/skills: the substitution table, lifecycle and listing. */

const activation = (body: string, given: string, head = "") => {
  const parsed = parseSkill(`---\nname: fix\ndescription: Fixes.\n${head}---\n`, { mode: "lenient" });
  const input = {
    name: "fix",
    description: "Fixes.",
    frontmatter: parsed.frontmatter,
    resources: [],
    unlisted: 0,
  };
  const { text, flags } = dialect.activation({ ...input, body, arguments: given });
  return { body: text.split("\n").slice(2).join("\n"), text, flags };
};

describe("Claude Code's substitutions", () => {
  it.each([
    ["Fix $ARGUMENTS", "123 now", "Fix 123 now"],
    ["Do it", "x y", "Do it\n\nARGUMENTS: x y"],
    ["$0-$1", '"hello world" second', "hello world-second"],
    ["$ARGUMENTS[0]-$ARGUMENTS[1]", '"hello world" second', "hello world-second"],
    ["$0 $2", "a", "a $2"],
    ["\\$1.00 $0", "x", "$1.00 x"],
    ["\\\\$1 $0", "x y", "\\\\y x"],
    ["KEY=!`cmd` $0", "x", "KEY=!`cmd` x"],
  ])("%j with %j is %j", (body, given, expected) => {
    expect(activation(body, given).body).toBe(expected);
  });

  it.each([
    "arguments: [issue, branch]\n",
    "arguments: issue branch\n",
    "arguments:\n  - issue\n  - branch\n",
  ])("fills named arguments in from %j; a missing one is empty", (head) => {
    expect(activation("$issue/$branch", "7", head).body).toBe("7/");
  });

  it("fills the skill's directory in and leaves variables without a value here as they are", () => {
    const variable = (name: string) => `\${${name}}`;
    const body = `${variable("CLAUDE_SKILL_DIR")}/a.sh ${variable("CLAUDE_SESSION_ID")}`;
    expect(activation(body, "").body).toBe(`skill://fix/a.sh ${variable("CLAUDE_SESSION_ID")}`);
  });

  it("never runs a command; it stays literal and is flagged, and an argument brings none in", () => {
    expect(activation("!`date`\nKEY=!`no`", "")).toMatchObject({
      body: "!`date`\nKEY=!`no`",
      flags: [{ kind: "dynamic-command-not-run", count: 1 }],
    });
    expect(activation("Run $ARGUMENTS", "!`id`")).toMatchObject({ body: "Run \\! `id`", flags: [] });
  });
});

it("reads SKILL.md like any file, with numbered lines, which activates nothing", async () => {
  const skillFile = "---\nname: fix\ndescription: Fixes.\n---\nFix it.\n";
  const { session, call } = aSkillSession({ fix: { "SKILL.md": skillFile } }, { dialect });
  await session.injectCatalogue();
  const event = await call("Read", { file_path: "skill://fix/SKILL.md" });
  expect(event).toMatchObject({ type: "resource-read", payload: { path: "SKILL.md" } });
  expect("result" in event.payload && event.payload.result).toContain("2\tname: fix\n");
  expect(await call("Skill", { skill: "fix" })).toMatchObject({ type: "skill-activated" });
});

describe("Claude Code's tools", () => {
  const read = (toolName: string, input: unknown) => dialect.readCall(toolName, input, ["fix", "notes"]);

  it("are Skill, Read and Bash", () => {
    const tools = dialect.tools([{ name: "fix", description: "" }], { presentation: "inline" });
    expect(tools.map(({ name }) => name)).toEqual(["Skill", "Read", "Bash"]);
  });

  it("load a skill with arguments, also by /name", () => {
    expect(read("Skill", { skill: "/fix", args: "7" })).toEqual({
      ok: true,
      value: { kind: "activate", name: "fix", arguments: "7" },
    });
  });

  it("read a file below a base directory, and say what is missing otherwise", () => {
    expect(read("Read", { file_path: "skill://notes/a.md", offset: 9 })).toMatchObject({
      value: { kind: "read", name: "notes", path: "a.md", offset: 0, lines: { first: 9, count: null } },
    });
    const refused = read("Read", { file_path: "/etc/passwd" });
    expect(refused.ok ? "" : dialect.error(refused.error)).toMatch(/^Reading \/etc\/passwd needs/);
  });

  it("answer an unknown skill as the host does, escaped", () => {
    const error = { rule: "unknown-skill", message: "", skillName: "<x>", path: null } as const;
    expect(dialect.error(error)).toBe("<tool_use_error>No such skill: &lt;x&gt;</tool_use_error>");
    const names = ["zeta", "beta", "mid"];
    const near = (skillName: string) => dialect.error({ ...error, skillName, names });
    expect(near("eta")).toBe("<tool_use_error>No such skill: eta. Is it beta?</tool_use_error>");
    expect(near("betamax")).toBe("<tool_use_error>No such skill: betamax</tool_use_error>");
    const ofFile = dialect.error({ ...error, skillName: "eta", names, toolName: "Read" });
    expect(ofFile).toMatch(/^There is no such file\./);
    expect(ofFile).not.toContain("beta");
  });

  it("say of a skill that is kept from models who may call it", () => {
    const error = { rule: "not-assigned", message: "", skillName: "fix", path: null } as const;
    expect(dialect.error({ ...error, names: ["fox"], isForPeople: true })).toBe(
      "<tool_use_error>Skill fix is for the person alone, who types /fix.</tool_use_error>",
    );
  });
});

it("reads SKILL.md by a command, which activates nothing either, and fails as Bash does", async () => {
  const skillFile = "---\nname: fix\ndescription: Fixes.\n---\nEnded with code 1\n";
  const { session, call } = aSkillSession({ fix: { "SKILL.md": skillFile } }, { dialect });
  await session.injectCatalogue();
  const bash = (command: string) => call("Bash", { command });
  expect(await bash("tail -n 1 skill://fix/SKILL.md")).toMatchObject({
    type: "resource-read",
    payload: { path: "SKILL.md", result: "\\Ended with code 1" },
  });
  const refused = await bash("cat skill://fix/none.md");
  expect(refused).toMatchObject({ type: "request-refused", payload: { rule: "unknown-resource" } });
  expect("result" in refused.payload && dialect.readError(refused.payload.result)).toContain("none.md");
  expect(await call("Skill", { skill: "fix" })).toMatchObject({ type: "skill-activated" });
  const alone = aSkillSession({ fix: { "SKILL.md": skillFile } }, { dialect, unattended: true });
  const asked = await alone.call("Bash", { command: "cat skill://fix/SKILL.md" });
  expect(asked).toMatchObject({ type: "request-refused", payload: { rule: "needs-leave" } });
  expect("result" in asked.payload && dialect.readError(asked.payload.result)).toContain("leave");
});

it("lists a description on one line, without what nobody sees, and with its angle brackets escaped", () => {
  const entry = (description: string) => dialect.catalogueEntry({ name: "fix", description });
  expect(entry("Fixes\tall\n\nof <b>\u200bit 👩‍💻")).toBe("- fix: Fixes all of &lt;b&gt; it 👩‍💻");
});

describe("Claude Code's listing", () => {
  const skills = ["first", "second", "third"].map((name, index) => ({
    skillId: name,
    name,
    description: "d".repeat(200),
    priority: index + 1,
  }));

  it("may hold 1 % of the window, at 4 characters a token up to 200,000 and at 3 above", () => {
    expect(dialect.budgetCharacters(200_000)).toBe(8_000 - 6_077);
    expect(dialect.budgetCharacters(1_000_000)).toBe(30_000 - 6_077);
  });

  it("loses whole descriptions over its budget, and never a name", () => {
    // Beside its own skills there is room for two of the three.
    const cut = buildCatalogue({ dialect, skills, budgetCharacters: 600 });
    expect(cut.truncated).toMatchObject([{ name: "third", keptCharacters: 0 }]);
    expect(cut.text).toContain("\n- third\n");
    const least = buildCatalogue({ dialect, skills, budgetCharacters: 10 });
    expect(least.omitted).toEqual([]);
    expect(least.text).toContain("\n- first\n- second\n- third\n");
  });

  it("counts descriptions as they are listed, with their brackets escaped", () => {
    const bracketed = (description: string) => skills.map((skill) => ({ ...skill, description }));
    const kept = (description: string) =>
      buildCatalogue({ dialect, skills: bracketed(description), budgetCharacters: 600 }).truncated.length;
    expect(kept("&".repeat(200))).toBe(1);
    expect(kept("<".repeat(50))).toBe(1);
    expect(kept("<".repeat(200))).toBe(3);
  });

  it("has more room where a skill takes the place of one of the host's own", () => {
    const skillsWith = (name: string) =>
      skills.map((skill, at) => ({
        ...skill,
        name: at === 2 ? name : skill.name,
        description: "d".repeat(400),
      }));
    const whole = (name: string) =>
      buildCatalogue({ dialect, skills: skillsWith(name), budgetCharacters: 500 }).truncated.length;
    expect(whole("code-reading")).toBe(2);
    expect(whole("code-review")).toBe(0);
  });

  it("shows 1,536 characters of a description, however large the budget", () => {
    const long = [{ skillId: "1", name: "a", description: "d".repeat(2_000), priority: 1 }];
    const { listed, truncated } = buildCatalogue({ dialect, skills: long, budgetCharacters: 100_000 });
    expect(listed[0]?.description).toHaveLength(1_536);
    expect(truncated[0]?.reason).toBe("Claude Code shows at most 1536 characters of a description.");
    const cut = (description: string) =>
      buildCatalogue({
        dialect,
        skills: [{ skillId: "1", name: "a", description, priority: 1 }],
        budgetCharacters: 100_000,
      }).text.match(/\n- a: (.*)\n/)?.[1];
    expect(cut(`${"d".repeat(1_534)} e and more`)).toBe(`${"d".repeat(1_534)} …`);
    expect(cut("<".repeat(384))).toBe("&lt;".repeat(384));
    expect(cut("<".repeat(385))).toBe(`${"&lt;".repeat(383)}…`);
  });
});
