import { describe, expect, it } from "vitest";
import { readLimit, sayCuts } from "./catalogue-cuts";

const skill = (over: { truncated?: boolean; omitted?: boolean; modelInvocable?: boolean }) => ({
  skill: "a",
  version: 1,
  draftRevision: null,
  tokens: 1,
  truncated: false,
  omitted: false,
  reason: null,
  modelInvocable: true,
  userInvocable: true,
  ...over,
});

describe("sayCuts", () => {
  it.each([
    [[skill({})], 0, "Nothing truncated, nothing omitted"],
    [[skill({ omitted: true, modelInvocable: false })], 0, "Nothing truncated, nothing omitted"],
    [[skill({ truncated: true })], 1, "1 truncated, nothing omitted"],
    [[skill({ omitted: true }), skill({ omitted: true })], 2, "Nothing truncated, 2 omitted"],
    [[skill({ truncated: true, omitted: true }), skill({ truncated: true })], 2, "1 truncated, 1 omitted"],
  ])("counts each skill once", (skills, count, text) => {
    expect(sayCuts({ skills })).toEqual({ count, text });
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
