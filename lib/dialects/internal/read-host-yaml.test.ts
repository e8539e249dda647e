import { describe, expect, test } from "vitest";
import { readHostYaml, sayKind } from "./read-host-yaml";
import type { YamlReader } from "./resolve-scalar";

const kindOf = (value: string, reader: YamlReader) => {
  const yaml = readHostYaml(`a: ${value}`, reader);
  return yaml.ok && yaml.value.kind === "map" ? yaml.value.entries.get("a")?.kind : "refused";
};

describe("readHostYaml", () => {
  test.each([
    ["yes", "boolean", "text", "text"],
    ["true", "boolean", "boolean", "text"],
    ["12", "integer", "integer", "text"],
    ["1e3", "text", "float", "text"],
    ["1.0", "float", "float", "text"],
    ["2026-01-01", "date", "date", "text"],
    ["null", "null", "null", "null"],
    ['"12"', "text", "text", "text"],
    ["[a]", "list", "list", "list"],
    ["{a: b}", "map", "map", "map"],
    ["!thing x", "refused", "refused", "text"],
    ["!!int 3", "integer", "integer", "integer"],
    ["@x", "refused", "refused", "refused"],
    ["%x", "refused", "refused", "refused"],
    ["*x", "refused", "refused", "refused"],
  ])("%s is %s for PyYAML, %s for js-yaml and %s for libyaml", (value, pyyaml, jsYaml, libyaml) => {
    expect([kindOf(value, "pyyaml"), kindOf(value, "js-yaml"), kindOf(value, "libyaml")]).toEqual([
      pyyaml,
      jsYaml,
      libyaml,
    ]);
  });

  test("keys that stand there twice: js-yaml refuses them, the others keep the last", () => {
    expect(readHostYaml("a: 1\na: 2", "js-yaml")).toMatchObject({
      failure: { rule: "duplicate-key", line: 3 },
    });
    expect(readHostYaml("a: 1\na: 2", "pyyaml")).toMatchObject({ again: [{ key: "a", line: 3 }] });
  });

  test("an alias stands for its anchor, and one without is refused", () => {
    const yaml = readHostYaml("a: &x one\nb: *x", "pyyaml");
    expect(yaml.ok && yaml.value.kind === "map" && yaml.value.entries.get("b")).toMatchObject({
      text: "one",
      line: 3,
    });
    expect(readHostYaml("a: &x [*x]", "pyyaml").ok).toBe(false);
  });

  test("a tab in front of a key is a blank for js-yaml alone", () => {
    expect(readHostYaml("a:\n\tb: 1", "js-yaml").ok).toBe(true);
    expect(readHostYaml("a:\n\tb: 1", "pyyaml")).toMatchObject({ failure: { line: 3 } });
    expect(readHostYaml("a:\n\tb: 1", "libyaml").ok).toBe(false);
    expect(readHostYaml("a:\tb", "libyaml").ok).toBe(true);
    expect(readHostYaml("a:\tb", "pyyaml").ok).toBe(false);
  });

  test("what would exhaust a parser is not given to it", () => {
    expect(readHostYaml(`a: ${"[".repeat(100)}`, "pyyaml")).toMatchObject({
      failure: { rule: "yaml-too-large" },
    });
  });

  test("no key reaches a prototype", () => {
    const yaml = readHostYaml("__proto__:\n  polluted: yes", "pyyaml");
    expect(yaml.ok && yaml.value.kind === "map" && [...yaml.value.entries.keys()]).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  test("each kind has words", () => {
    expect(
      ["12", "true", "~", "[a]", "{a: b}", "2026-01-01", "1.5"].map((value) => {
        const yaml = readHostYaml(value, "pyyaml");
        return yaml.ok ? sayKind(yaml.value) : "";
      }),
    ).toEqual(["a number", "true or false", "empty", "a list", "a mapping", "a date", "a number"]);
  });
});
