import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitCases } from "./split-cases";
import { caseId, type SuiteCase } from "./suite";

const skill = "triage";
const cases = (count: number, fires: (at: number) => boolean, word = "message"): SuiteCase[] =>
  Array.from({ length: count }, (_, at) => {
    const expected = fires(at) ? ({ kind: "skill", name: skill } as const) : ({ kind: "not-this" } as const);
    const query = `${word} ${at}`;
    return { id: caseId(query, expected), query, expected, line: at + 1, at };
  });
const split = (all: readonly SuiteCase[]) => splitCases(all, skill);
const queries = (all: readonly SuiteCase[]) => all.map(({ query }) => query);

describe("splitCases", () => {
  it("holds about two of five out, every case on one side", () => {
    const all = cases(1_000, (at) => at % 2 === 0);
    const result = split(all);
    if (!result.ok) throw new Error(result.error.message);
    const { training, heldOut } = result.value;
    expect(queries([...training, ...heldOut]).toSorted()).toEqual(queries(all).toSorted());
    expect(heldOut.length).toBeGreaterThan(340);
    expect(heldOut.length).toBeLessThan(460);
  });

  it("moves no case when others come, go, change places or turn", () => {
    const all = cases(60, (at) => at % 2 === 0);
    const result = split(all);
    if (!result.ok) throw new Error(result.error.message);
    const held = new Set(queries(result.value.heldOut));
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 50 }), fc.boolean(), (some, turn) => {
        const changed = some.map((one, at): SuiteCase => {
          const expected = turn && at === 0 ? { kind: "nothing" as const } : one.expected;
          return { ...one, expected, id: caseId(one.query, expected) };
        });
        const again = split([...changed, ...cases(10, () => true, "another")]);
        if (!again.ok) throw new Error(again.error.message);
        const kept = queries(again.value.heldOut).filter((query) => query.startsWith("message"));
        expect(kept.toSorted()).toEqual(
          queries(some)
            .filter((query) => held.has(query))
            .toSorted(),
        );
      }),
    );
  });

  it.each([
    ["nothing", []],
    ["one class alone", cases(100, () => true)],
    ["nearly one class alone", cases(100, (at) => at > 1)],
    ["four cases", cases(4, (at) => at % 2 === 0)],
    ["the same case many times", Array.from({ length: 50 }, () => cases(2, (at) => at === 0)).flat()],
    ["empty messages", cases(50, (at) => at % 2 === 0).map((one) => ({ ...one, query: " " }))],
  ])("refuses %s instead of judging on an empty side", (_, all) => {
    const result = split(all);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error.message).toMatch(/\d more that should/);
    expect(result.error.needed).toEqual({ training: 3, heldOut: 2 });
  });

  it("says how many of which kind are missing where", () => {
    const result = split(cases(100, () => true));
    expect(result).toMatchObject({ error: { heldOut: { not: 0 }, training: { not: 0 } } });
    expect(result.ok ? "" : result.error.message).toContain(
      "3 more that should not to learn from, 2 more that should not to judge on",
    );
  });
});
