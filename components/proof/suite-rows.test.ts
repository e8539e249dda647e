import { describe, expect, it } from "vitest";
import {
  expectedOf,
  expectedValue,
  isSameSuite,
  newRow,
  pastedRows,
  rebaseRows,
  rowProblems,
  toRows,
} from "./suite-rows";

const here = { kind: "skill", name: "incident-triage" } as const;
const notThis = { kind: "not-this" } as const;

describe("an expectation in a select", () => {
  it.each([here, notThis, { kind: "nothing" } as const, { kind: "skill", name: "not-this" } as const])(
    "comes back as it was: %o",
    (expected) => expect(expectedOf(expectedValue(expected))).toEqual(expected),
  );
});

describe("the problems of rows", () => {
  it("names empty queries, repeats and contradictions, each at its row", () => {
    const rows = [
      newRow("Checkout is down", here),
      newRow("  ", here),
      newRow("Checkout is down ", here),
      newRow("Checkout is down", notThis),
      newRow("Caf\u00e9 is down", here),
      newRow("Cafe\u0301 is down", here),
    ];
    const problems = rowProblems(rows);
    expect(rows.map(({ key }) => problems.get(key) ?? null)).toEqual([
      null,
      "Write the message, or remove the case.",
      "The same as case 1: it counts once.",
      "Another case expects something else of the same message: decide which holds.",
      null,
      "The same as case 5: it counts once.",
    ]);
  });
});

describe("pasting lines", () => {
  it("makes a case of every line that is none yet", () => {
    const before = [newRow("Is the SMS provider down?", here)];
    const { added, known } = pastedRows(
      "Is the SMS provider down?\r\n\r\n  Login loops \nLogin loops\nWho owns search?",
      here,
      before,
    );
    expect(added.map(({ query }) => query)).toEqual(["Login loops", "Who owns search?"]);
    expect(known).toBe(2);
  });
});

describe("whether something is unsaved", () => {
  const cases = [
    { query: "a", expected: here, note: null },
    { query: "b", expected: notThis, note: "why" },
  ];

  it("is not, for what was read", () => expect(isSameSuite(toRows(cases), cases)).toBe(true));

  it("is, for another word, expectation, note, order or number of cases", () => {
    const [a, b] = toRows(cases);
    if (!a || !b) throw new Error("There are two.");
    for (const changed of [
      [{ ...a, query: "A" }, b],
      [{ ...a, expected: notThis }, b],
      [{ ...a, note: "x" }, b],
      [b, a],
      [a],
    ])
      expect(isSameSuite(changed, cases)).toBe(false);
  });
});

describe("putting one's changes onto what somebody else saved", () => {
  const stored = (query: string, note: string | null = null) => ({ query, expected: here, note });
  const base = [stored("a"), stored("b"), stored("c")];

  it("keeps what both did", () => {
    const rows = [
      newRow("a", here, "checked"),
      newRow("c, reworded", here),
      newRow("mine", here),
      newRow("both", here),
    ];
    const theirs = [stored("a"), stored("b"), stored("c"), stored("theirs"), stored("both")];
    expect(rebaseRows(base, rows, theirs).map(({ query, note }) => [query, note])).toEqual([
      ["a", "checked"],
      ["theirs", ""],
      ["both", ""],
      ["c, reworded", ""],
      ["mine", ""],
    ]);
  });

  it("leaves out what they removed and nobody changed here", () => {
    expect(rebaseRows(base, toRows(base), [stored("b")]).map(({ query }) => query)).toEqual(["b"]);
  });
});
