import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
import { chooseResult, type InputCondition, sayCondition } from "./choose-result";

const when = (is: InputCondition["is"], value: string, field: string | null = "city") => ({
  field,
  is,
  value,
});
const weather = {
  cases: [
    { when: when("equals", "Oslo"), result: "cold" },
    { when: when("matches", "san *"), result: "warm" },
  ],
  result: "mild",
};
const fits = (condition: InputCondition, input: unknown) =>
  chooseResult({ cases: [{ when: condition, result: "yes" }], result: null }, input) !== null;

describe("a saved result with cases", () => {
  it("is that of the first case which fits, and says which one that was", () => {
    expect(chooseResult(weather, { city: "Oslo" })).toEqual({
      result: "cold",
      savedCase: { number: 1, when: "city is “Oslo”" },
    });
    expect(chooseResult(weather, { city: "San José" })).toMatchObject({
      result: "warm",
      savedCase: { number: 2 },
    });
    const both = { ...weather, cases: weather.cases.map((one) => ({ ...one, when: when("contains", "o") })) };
    expect(chooseResult(both, { city: "Oslo" })).toMatchObject({ result: "cold" });
  });

  it("is the one for every other input where none fits, and nothing without one", () => {
    const other = { result: "mild", savedCase: { number: null, when: "no case fits" } };
    for (const input of [{ city: "Rome" }, {}, null, "Oslo", [1]])
      expect(chooseResult(weather, input)).toEqual(other);
    expect(chooseResult({ ...weather, result: null }, { city: "Rome" })).toBeNull();
  });

  it("says nothing of cases where there are none", () => {
    expect(chooseResult({ result: "mild" }, {})).toEqual({ result: "mild" });
    expect(chooseResult({ result: null }, {})).toBeNull();
  });
});

describe("what a case asks", () => {
  it.each([
    ["a field inside of another", when("equals", "5", "filter.size"), { filter: { size: 5 } }],
    ["an entry of a list", when("equals", "b", "names.1"), { names: ["a", "b"] }],
    ["a field whose name has a dot", when("equals", "x", "a.b"), { "a.b": "x", a: { b: "y" } }],
    ["a field behind a name with a dot", when("equals", "x", "a.b.c"), { "a.b": { c: "x" } }],
    ["an object as JSON", when("equals", '{"a":true}', "filter"), { filter: { a: true } }],
    ["the whole input as JSON", when("contains", '"city":"oslo"', null), { city: "Oslo" }],
    ["letters of either case in a part", when("contains", "SL"), { city: "Oslo" }],
    ["any text at the end", when("matches", "os*"), { city: "Oslo" }],
    ["one character", when("matches", "?slo"), { city: "Oslo" }],
    ["an empty text", when("equals", ""), { city: "" }],
    ["that a field is there", when("contains", ""), { city: null }],
  ])("can be %s", (_, condition, input) => {
    expect(fits(condition, input)).toBe(true);
  });

  it.each([
    ["another case of letters where it must be equal", when("equals", "oslo"), { city: "Oslo" }],
    ["a field that is not there", when("contains", ""), { town: "Oslo" }],
    ["a part where all of it must match", when("matches", "slo"), { city: "Oslo" }],
    ["what every object inherits", when("contains", "", "constructor.name"), {}],
    ["a regular expression, which it is not", when("matches", ".*"), { city: "Oslo" }],
  ])("is never met by %s", (_, condition, input) => {
    expect(fits(condition, input)).toBe(false);
  });

  it("matches as a pattern of * and ? means it", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 }), letters, (text, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", "[^]*").replaceAll("?", "[^]")}$`);
        expect(fits(when("matches", pattern), { city: text })).toBe(expression.test(text));
      }),
    );
  });

  it("is answered in bounded time for the worst text and pattern", () => {
    const spentMs = watchCpu();
    const pattern = `${"*a".repeat(249)}*b`;
    expect(fits(when("matches", pattern), { city: "a".repeat(64_000) })).toBe(false);
    expect(spentMs()).toBeLessThan(1_000);
  });

  it("is said in words", () => {
    expect(sayCondition(when("contains", "x", null))).toBe("the input contains “x”");
    expect(sayCondition(when("matches", "a*"))).toBe("city matches “a*”");
  });
});

describe("a result that is filled in", () => {
  const filled = (result: string, input: unknown) => chooseResult({ result, fillIn: true }, input)?.result;

  it("has the call's fields, as text or as JSON", () => {
    const input = { city: 'O"slo', size: { of: [1, 2] } };
    expect(filled("{{input.city}} {{input.size.of.1}}", input)).toBe('O"slo 2');
    expect(filled('{"city":{{json input.city}},"all":{{input}}}', input)).toBe(
      `{"city":"O\\"slo","all":${JSON.stringify(input)}}`,
    );
  });

  it("keeps a place whose field is not there, and nothing but such places", () => {
    expect(filled("{{input.town}} {{ input.city }} {{output}} $& {{input.constructor}}", { city: "a" })).toBe(
      "{{input.town}} {{ input.city }} {{output}} $& {{input.constructor}}",
    );
    expect(filled("{{input.city}}", { city: "$& {{input.city}}" })).toBe("$& {{input.city}}");
    expect(chooseResult({ result: "{{input.city}}" }, { city: "a" })?.result).toBe("{{input.city}}");
  });

  it("fills in the results of cases too", () => {
    const cases = [{ when: when("contains", ""), result: "{{input.city}}!" }];
    expect(chooseResult({ result: null, cases, fillIn: true }, { city: "Oslo" })?.result).toBe("Oslo!");
  });

  it("never grows without end", () => {
    const text = filled("{{input}}".repeat(10_000), { city: "a".repeat(60_000) });
    expect(text?.length).toBeLessThan(700_000);
  });
});
