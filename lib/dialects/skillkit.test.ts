import { describe, expect, it } from "vitest";
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
    ...{ name: "pdf", description: "Reads.", body: "Do it.", document, frontmatter: new Map() },
    ...{ arguments: "a  b", resources: [], unlisted: 0 },
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
