import { describe, expect, it } from "vitest";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { linxDialect as dialect } from "./linx";

/** The prompt section and the tool that LinX's requirements describe. */

const document = "---\nname: weather_forecast\ndescription: Tells the weather.\n---\n\nCall the API.\n";
const skill = (hasScripts: boolean) => ({
  name: "weather_forecast",
  description: "Tells the weather.",
  body: "Call the API.",
  document,
  resources: hasScripts ? ["get_weather.py"] : ["scripts/run.sh"],
  hasScripts,
});

describe("LinX's section", () => {
  it("names three ways to use a skill and holds the whole SKILL.md", () => {
    const { text } = dialect.eager([skill(false)]);
    expect(text).toMatch(/^## Available Agent Skills \(Documentation\)\n\n/);
    expect(text.match(/^\d\. /gm)).toHaveLength(3);
    expect(text).toContain("`code_execution`");
    expect(text).toContain(`## Skill: weather_forecast\n\n${document.trim()}\n\n`);
  });

  it("ends each skill with a sentence that depends on its scripts", () => {
    const last = (hasScripts: boolean) =>
      dialect
        .eager([skill(hasScripts)])
        .text.split("\n\n")
        .at(-2);
    expect(last(true)).toMatch(/scripts.*code_execution/);
    expect(last(false)).toMatch(/documentation only/);
  });

  it("ends with the design's sentence", () => {
    expect(dialect.eager([skill(false)]).text).toMatch(
      /\n\nWhen a user asks you to use one of these skills, [^\n]*$/,
    );
  });

  it("is absent without skills", () => {
    expect(dialect.eager([]).text).toBe("");
  });
});

describe("code_execution", () => {
  it("takes code, which is answered by a person or a stub", () => {
    expect(dialect.readCall("code_execution", { code: "print(1)" }, ["a"])).toEqual({
      ok: true,
      value: {
        kind: "host-tool",
        toolName: "code_execution",
        name: null,
        path: null,
        input: { code: "print(1)" },
      },
    });
  });

  it.each([{}, { code: "" }, { code: 7 }, "print(1)", null])("refuses %j", (input) => {
    expect(dialect.readCall("code_execution", input, ["a"])).toMatchObject({
      ok: false,
      error: { rule: "invalid-arguments" },
    });
  });

  it("is offered with skills and without, and nothing else is", async () => {
    for (const entries of [[], [{ name: "a", description: "" }]])
      expect(dialect.tools(entries, { presentation: "eager" }).map(({ name }) => name)).toEqual([
        "code_execution",
      ]);
    const { session, log } = aSkillSession({}, { dialect, mode: "eager" });
    await session.injectCatalogue();
    const [told] = log.events();
    expect(told?.payload).toMatchObject({ text: "", tools: [{ name: "code_execution" }] });
  });
});
