import { describe, expect, it } from "vitest";
import { hasTooManyLines } from "./text-lines";

describe("hasTooManyLines", () => {
  it.each(["\n", "\r\n", "\r"])("counts lines that end with %j, each once", (mark) => {
    expect(hasTooManyLines(mark.repeat(200_000))).toBe(false);
    expect(hasTooManyLines(mark.repeat(200_001))).toBe(true);
  });
});
