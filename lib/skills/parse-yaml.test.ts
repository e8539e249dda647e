import { describe, expect, it } from "vitest";
import { parseYaml, yamlErrors } from "./parse-yaml";

describe("parseYaml", () => {
  it("keeps every scalar as text, or types it, as it is asked", () => {
    expect(parseYaml("a: 1", "failsafe").toJS()).toEqual({ a: "1" });
    expect(parseYaml("a: 1", "core").toJS()).toEqual({ a: 1 });
  });

  it("reads on after a mistake and a repeated key", () => {
    expect(parseYaml("a: [1", "core").errors).not.toEqual([]);
    expect(parseYaml("a: 1\na: 2\n", "core").errors).toEqual([]);
  });

  it("says that the stack ended, and leaves the length of stack traces as it was", () => {
    const { stackTraceLimit } = Error;
    expect(parseYaml("[".repeat(20_000), "core").errors).not.toEqual([]);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

describe("yamlErrors", () => {
  const errorsOf = (text: string) => yamlErrors(parseYaml(text, "failsafe")).length;
  it("takes a comment right behind a value for none", () => {
    expect(errorsOf('a: "x"#y\n')).toBe(0);
    expect(errorsOf("a: 'x\n")).toBeGreaterThan(0);
  });
});
