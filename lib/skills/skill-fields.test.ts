import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";

const lenient = (text: string, folderName: string) => parseSkill(text, { mode: "lenient", folderName });
const skill = (frontmatter: string): string => `---\n${frontmatter}\n---\nBody\n`;
const rulesOf = (parsed: { issues: { rule: string }[] }): string[] =>
  parsed.issues.map((issue) => issue.rule);
const valid = "name: my-skill\ndescription: Use when needed";

describe("the other fields", () => {
  test("known host fields are noted, unknown ones warned of with a correction", () => {
    const parsed = lenient(
      skill(`${valid}\nmodel: x\ndescripton: y\nAllowed_Tools: z\nfrobnicate: 1`),
      "my-skill",
    );
    expect(parsed.issues.map(({ rule, severity, fix }) => [rule, severity, fix?.title])).toEqual([
      ["host-field", "info", undefined],
      ["unknown-field", "warning", undefined],
      ["unknown-field", "warning", "Rename to allowed-tools"],
      ["unknown-field", "warning", undefined],
    ]);
    expect(parsed.frontmatter.get("frobnicate")).toBe("1");
  });

  test("switches, licences and compatibility are checked", () => {
    const text = skill(
      `${valid}\nuser-invocable: maybe\ndisable-model-invocation: "Yes"\nlicense: free\ncompatibility: ""`,
    );
    expect(rulesOf(lenient(text, "my-skill"))).toEqual([
      "host-field",
      "host-field",
      "license-unknown",
      "compatibility-empty",
      "boolean-field",
    ]);
    for (const license of [
      "Apache-2.0 OR MIT",
      "GPL-2.0-only WITH Classpath-exception-2.0",
      "(MIT AND BSD-3-Clause)",
      "See LICENSE.txt",
      "Proprietary",
    ])
      expect(lenient(skill(`${valid}\nlicense: ${license}`), "my-skill").issues).toEqual([]);
  });

  test("the description is judged as a catalogue line", () => {
    expect(rulesOf(lenient(skill("name: x\ndescription: I can help you with PDF files"), "x"))).toEqual([
      "description-no-trigger",
      "description-person",
    ]);
    expect(rulesOf(lenient(skill("name: x\ndescription: Use when <b>asked</b>"), "x"))).toEqual([
      "description-markup",
    ]);
    expect(lenient(skill("name: x\ndescription: 文書を翻訳する"), "x").issues).toEqual([]);
  });

  test("tools are read with their parameters, in the short and the JSON Schema form", () => {
    const tools = [
      "tools:",
      "  - name: get_weather",
      "    description: Weather of a city",
      "    parameters:",
      "      city: {type: string, description: The city, required: true, enum: [Rome, Oslo]}",
      "      days: number",
      "      tags: {type: array, items: string}",
      "  - name: search",
      "    description: Searches",
      "    parameters:",
      "      type: object",
      "      properties:",
      "        query: {type: string}",
      "      required: [query]",
    ].join("\n");
    const parsed = lenient(skill(`${valid}\n${tools}`), "my-skill");
    expect(parsed.tools).toEqual([
      {
        name: "get_weather",
        description: "Weather of a city",
        parameters: [
          { name: "city", type: "string", description: "The city", required: true, enum: ["Rome", "Oslo"] },
          { name: "days", type: "number", description: "", required: false },
          { name: "tags", type: "array", description: "", required: false, items: "string" },
        ],
      },
      {
        name: "search",
        description: "Searches",
        parameters: [{ name: "query", type: "string", description: "", required: true }],
      },
    ]);
  });

  test("tools that cannot be offered are reported, the others stay", () => {
    const list =
      "tools:\n  - name: Get-Weather\n  - name: a b!\n    description: x\n  - text\n  - description: x\n  - name: ok\n    description: x\n    parameters:\n      p: [x]\n      q: text\n      r: {type: date}\n  - name: ok\n    description: y";
    const parsed = lenient(skill(`${valid}\n${list}`), "my-skill");
    expect(parsed.tools.map((tool) => tool.name)).toEqual(["Get-Weather", "ok"]);
    expect(rulesOf(parsed).filter((rule) => rule.startsWith("tool"))).toEqual([
      "tool-name",
      "tool-description",
      "tool-name",
      "tools-type",
      "tool-name",
      "tool-parameters",
      "tool-parameters",
      "tool-parameters",
      "tool-duplicate",
    ]);
    expect(parsed.issues.find((issue) => issue.rule === "tool-name")?.fix?.title).toBe(
      "Rename to get_weather",
    );
    expect(rulesOf(lenient(skill(`${valid}\ntools: Read`), "my-skill"))).toContain("tools-type");
    expect(
      rulesOf(
        lenient(
          skill(`${valid}\ntools:\n  - name: ok\n    description: x\n    parameters: none`),
          "my-skill",
        ),
      ),
    ).toContain("tool-parameters");
  });
});
