import { describe, expect, it } from "vitest";
import { readLimit, sayCuts, sayMark } from "./catalogue-cuts";

const skill = (over: {
  truncated?: boolean;
  omitted?: boolean;
  modelInvocable?: boolean;
  overBudget?: boolean;
  keptCharacters?: number;
}) => ({
  skill: "a",
  version: 1,
  draftRevision: null,
  tokens: 1,
  truncated: false,
  omitted: false,
  overBudget: (over.truncated || over.omitted) ?? false,
  keptCharacters: null,
  reason: null,
  refusal: null,
  modelInvocable: true,
  userInvocable: true,
  ...over,
});

const refused = (line: number | null) => ({
  ...skill({ omitted: true, overBudget: false }),
  refusal: { dialect: "orion", rule: "tools-type", file: "SKILL.md", line, fix: "" },
});

describe("sayCuts", () => {
  const fits = "Everything fits: nothing is cut or left out";
  it.each([
    [[skill({})], 0, fits],
    [[skill({ omitted: true, modelInvocable: false, overBudget: false })], 0, fits],
    [[skill({ truncated: true })], 1, "1 description cut, nothing left out"],
    [[skill({ omitted: true }), skill({ omitted: true })], 2, "2 skills left out"],
    [[skill({ omitted: true }), skill({ truncated: true })], 2, "1 description cut, 1 skill left out"],
  ])("counts each skill once", (skills, count, text) => {
    expect(sayCuts({ skills })).toEqual({ count, text });
  });
});

describe("sayMark", () => {
  it.each([
    [skill({}), null],
    [skill({ omitted: true, overBudget: false }), null],
    [skill({ omitted: true }), "left out"],
    [skill({ truncated: true, keptCharacters: 61 }), "description cut to 61 characters"],
    [refused(4), "not loaded by this host: SKILL.md, line 4"],
    [refused(null), "not loaded by this host: SKILL.md"],
    [skill({ truncated: true, keptCharacters: 0 }), "description dropped, only the name is told"],
  ])("says what happens to a skill: %o", (fare, mark) => {
    expect(sayMark(fare)).toBe(mark);
  });
});

describe("readLimit", () => {
  it.each([
    ["1,300", 1300],
    [" 8 000 ", 8000],
    ["0", 0],
    ["", null],
    ["12e3", null],
    ["-5", null],
    ["many", null],
  ])("reads %o", (text, limit) => {
    expect(readLimit(text)).toBe(limit);
  });
});
