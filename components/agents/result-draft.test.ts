import { expect, it } from "vitest";
import { toDraft, toSavedResult } from "./result-draft";

const saved = {
  result: null,
  cases: [
    { when: { field: "city", is: "equals" as const, value: "Oslo" }, result: "cold" },
    { when: { field: null, is: "contains" as const, value: "" }, result: "any" },
  ],
  fillIn: true,
};

it("is the same after it was opened and saved", () => {
  expect(toSavedResult(toDraft(saved))).toEqual(saved);
  expect(toSavedResult(toDraft({ result: "42" }))).toEqual({ result: "42" });
  expect(toSavedResult(toDraft(null))).toEqual({ result: "" });
});

it("takes an empty field for the whole input, and blanks around a name for nothing", () => {
  const draft = toDraft(saved);
  const cases = draft.cases.map((row) => ({ ...row, field: row.field === "" ? "  " : " city " }));
  expect(toSavedResult({ ...draft, cases })).toEqual(saved);
});
