import { describe, expect, it } from "vitest";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { skillkitDialect as dialect } from "./skillkit";

/** maxvaega/skillkit: tests of processors.py (arguments) and integrations/langchain.py (tools). */

const activation = (body: string, given: string) =>
  dialect.activation({
    name: "pdf",
    description: "Reads PDF.",
    body,
    frontmatter: new Map(),
    arguments: given,
    resources: ["references/a.md"],
    unlisted: 0,
  }).text;
const bodyOf = (text: string) => text.split("\n").slice(5).join("\n");

describe("skillkit processors.py", () => {
  it("begins with the base directory", () => {
    expect(activation("Body", "").split("\n")[0]).toBe("Base directory for this skill: skill://pdf");
  });

  it.each([
    ["Process $ARGUMENTS", "file.pdf", "Process file.pdf"],
    ["$ARGUMENTS and $ARGUMENTS", "x", "x and x"],
    ["Process $ARGUMENTS.", "", "Process ."],
    ["Generic task", "file.pdf", "Generic task\n\nARGUMENTS: file.pdf"],
    ["Generic task", "", "Generic task"],
    ["$arguments $Arguments", "x", "$arguments $Arguments\n\nARGUMENTS: x"],
    ["Doubled $$ARGUMENTS", "x", "Doubled $x"],
    ["$ARGUMENTS", "a   b", "a   b"],
    ["Ends with a line\n", "x", "Ends with a line\n\n\nARGUMENTS: x"],
    ["awk '{print $1}'", "x", "awk '{print $1}'\n\nARGUMENTS: x"],
  ])("puts arguments into %j given %j", (body, given, expected) => {
    expect(bodyOf(activation(body, given))).toBe(expected);
  });
});

it("gives the whole SKILL.md, and reads its instructions back", () => {
  const document = "---\nname: pdf\ndescription: Reads $ARGUMENTS.\n---\n\nDo it.\n";
  const { text } = dialect.activation({
    name: "pdf",
    description: "Reads.",
    body: "Do it.",
    document,
    frontmatter: new Map(),
    arguments: "a  b",
    resources: [],
    unlisted: 0,
  });
  expect(bodyOf(text)).toBe("---\nname: pdf\ndescription: Reads a  b.\n---\n\nDo it.\n");
  expect(dialect.readActivation(text)).toEqual({ name: "pdf", body: "Do it.", resources: [] });
});

describe("skillkit langchain.py", () => {
  const entries = [
    { name: "pdf", description: "Reads PDF." },
    { name: "csv", description: "Reads CSV." },
  ];

  it("makes one tool of each skill, with its description and one string of arguments", () => {
    const tools = dialect.tools(entries, { presentation: "inline" });
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ["pdf", "Reads PDF."],
      ["csv", "Reads CSV."],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { arguments: { type: "string", default: "" } },
      required: [],
    });
  });

  it("puts nothing into the prompt", () => {
    expect(dialect.placement).toBe("tool-descriptions");
    expect(dialect.catalogue(entries.map(dialect.catalogueEntry), 0)).toBe("");
  });

  it.each([[{}], [undefined], [{ arguments: "" }]])(
    "activates the skill whose tool is called with %j",
    (input) => {
      expect(dialect.readCall("pdf", input, ["pdf", "csv"])).toEqual({
        ok: true,
        value: { kind: "activate", name: "pdf", arguments: "" },
      });
    },
  );

  it("strips blanks around arguments", () => {
    expect(dialect.readCall("pdf", { arguments: " a b " }, ["pdf"])).toMatchObject({
      value: { arguments: "a b" },
    });
  });

  it("knows a skill again whose name no provider would take", () => {
    const name = "übersicht";
    const [tool] = dialect.tools([{ name, description: "" }], { presentation: "inline" });
    expect(tool?.name).toMatch(/^_bersicht_[0-9a-f]{16}$/);
    expect(dialect.readCall(tool?.name ?? "", {}, [name])).toMatchObject({ value: { name } });
  });

  it("says which tools there are when one is not", () => {
    const read = dialect.readCall("doc", {}, ["pdf", "csv"]);
    expect(read.ok ? "" : dialect.error(read.error)).toBe(
      "Error: doc is not a valid tool, try one of [pdf, csv].",
    );
  });
});

describe("skillkit scripts.py", () => {
  const entry = { name: "pdf_tools", description: "Reads PDF." };
  const toolsOf = (scripts: string[]) =>
    dialect.tools([{ ...entry, scripts }], { presentation: "inline" }).map(({ name }) => name);

  it("makes a tool of each script, named after skill and file", () => {
    expect(toolsOf(["extract.py", "scripts/Deep/Split_It.sh"])).toEqual([
      "pdf_tools",
      "pdf-tools__extract",
      "pdf-tools__split_it",
    ]);
  });

  it.each([["my-script.py"], ["a.b.py"], [`${"x".repeat(60)}.py`]])(
    "makes none of a skill when %s would be no tool's name",
    (script) => {
      expect(toolsOf(["good.py", script])).toEqual(["pdf_tools"]);
    },
  );

  it("hands a call to a person or a saved result, and knows no script that is not offered", async () => {
    const load = {
      state: "loaded" as const,
      name: "pdf",
      description: "Reads PDF.",
      leftOut: [],
      files: ["scripts/extract.py"],
      scripts: ["scripts/extract.py"],
    };
    const { session, call, log } = aSkillSession(
      { pdf: { "SKILL.md": "---\nname: pdf\n---\nDo it.", "scripts/extract.py": "print(1)" } },
      {
        dialect,
        skills: [{ ...aSessionSkill("pdf", "Reads PDF.", 1), load }],
        answerTool: async ({ tool, skill }) => ({ result: `${skill?.name} ${tool}`, answeredBy: "stub" }),
      },
    );
    await log.append({ type: "run-started", payload: aRunStarted("Help") });
    await session.injectCatalogue();
    await call("pdf__extract", { arguments: { page: 1 } });
    await call("pdf__absent", {});
    const [answered, refused] = log.events().slice(-2);
    expect(answered).toMatchObject({ type: "tool-called", payload: { result: "pdf pdf__extract" } });
    expect(refused?.payload).toMatchObject({
      rule: "unknown-tool",
      result: "Error: pdf__absent is not a valid tool, try one of [pdf, pdf__extract].",
    });
  });
});
