import { expect, it } from "vitest";
import { writeJunit } from "./write-junit";

const one = (name: string) => ({ name, file: "evals/evals.json", line: 1, failure: null });
const namesOf = (...names: string[]): string[] =>
  [
    ...writeJunit("eval", [{ name: "triage", cases: names.map(one) }]).matchAll(
      /testcase .* name="([^"]*)"/g,
    ),
  ].map(([, name = ""]) => name);

it.each([
  [
    ["a", "b"],
    ["a", "b"],
  ],
  [
    ["a", "a", "a"],
    ["a", "a (2)", "a (3)"],
  ],
  [
    ["a", "a", "a (2)"],
    ["a", "a (3)", "a (2)"],
  ],
  [
    ["a", "a (2)", "a"],
    ["a", "a (2)", "a (3)"],
  ],
])("gives each case a name of its own: %j", (names, told) => {
  expect(namesOf(...names)).toEqual(told);
});

it("counts the names of each suite for itself", () => {
  const cases = [one("gate")];
  const text = writeJunit("eval", [
    { name: "x", cases },
    { name: "y", cases },
  ]);
  expect(text.match(/name="gate"/g)).toHaveLength(2);
});
