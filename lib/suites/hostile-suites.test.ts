import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";

const read = (text: string, path = "evals/trigger-eval.json") => readSuite({ path, text, skill: "triage" });
const shown = (text: string, path?: string) =>
  read(text, path).cases.map(({ query, expected }) => [
    query,
    expected.kind === "skill" ? expected.name : expected.kind,
  ]);
const rules = (text: string, path?: string) => read(text, path).findings.map(({ rule }) => rule);

describe("hostile files", () => {
  it.each([
    ["an alias of a scalar", "should_trigger: [&a Pager, *a]", ["one-sided", "duplicate-case"]],
    ["an alias of a list", "x: &a [1]\nshould_trigger: *a", ["syntax"]],
    ["a text that is no YAML", "a: [", ["syntax"]],
    ["an empty YAML", "# nothing", ["unknown-form"]],
    ["deep YAML", "[".repeat(10_000), ["too-deep"]],
    ["YAML of very many values", "[1,1,1,1]\n".repeat(20_000), ["too-large"]],
    ["keys that are lists", "? [a]\n: b\nshould_trigger: []", []],
  ])("answers %s with findings", (_, text, expected) => {
    expect(rules(text, "trigger_tests.yaml")).toEqual(expected);
  });

  it("never throws, whatever the bytes and the name", () => {
    const path = fc.constantFrom("evals/evals.json", "a.json", "a.yaml", "a.csv", "eval.yaml");
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '{"',
        '":',
        "[",
        "]",
        "}",
        '"',
        ",",
        "\n",
        "- ",
        ": ",
        "query",
        "should_trigger",
        "true",
        "stimuli",
      ),
    );
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece).map((pieces) => pieces.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(anyText, path, (text, name) => {
        const { cases, findings } = read(text, name);
        for (const { line, column } of [...cases.map((one) => ({ ...one, column: 1 })), ...findings]) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("agrees with JSON.parse on what is JSON", () => {
    const near = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "/", "\\", "\u0001", "]"));
    fc.assert(
      fc.property(near, ([json, at, put]) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(rules(text).every((rule) => rule !== "syntax" && rule !== "too-deep")).toBe(valid);
      }),
      { numRuns: 300 },
    );
  });

  it("reads two million characters on one line, and as many cells", () => {
    const long = "x".repeat(2_000_000);
    expect(shown(`[{"query":"${long}","should_trigger":true}]`)[0]?.[0]).toHaveLength(2_000_000);
    expect(shown(`query,expected\n"${long.replaceAll("xx", '""')}",yes`, "a.csv")[0]?.[0]).toHaveLength(
      1_000_000,
    );
    read(`[${'"a",'.repeat(500_000)}`);
    read("[".repeat(2_000_000));
    read(`query\n${",".repeat(2_000_000)}`, "a.csv");
  });
});
