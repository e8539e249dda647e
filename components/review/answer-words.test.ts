import { expect, it } from "vitest";
import { agesWords, runsWords } from "./answer-words";

const oldest = "2026-09-28T07:00:00.000Z";
const newest = "2026-11-27T07:00:00.000Z";

it.each([
  [{ oldest, newest, kept: 12, of: 24 }, "answers of 2026-09-28 to 2026-11-27, 12 of 24 kept"],
  [{ oldest, newest: oldest, kept: 0, of: 24 }, "answers of 2026-09-28"],
  [{ oldest, newest: oldest, kept: 1, of: 1 }, "answer of 2026-09-28, 1 of 1 kept"],
  [{ oldest, newest, kept: 0, of: 0 }, "no answers"],
])("says how old what counts is: %o", (ages, said) => {
  expect(agesWords(ages)).toBe(said);
});

it.each([
  [[], "nothing"],
  [[3], "run 3"],
  [[5, 3], "2 runs (5, 3)"],
])("names the runs %o", (runs, said) => {
  expect(runsWords(runs)).toBe(said);
});
