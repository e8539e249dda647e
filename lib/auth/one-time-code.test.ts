import { describe, expect, it } from "vitest";
import { codeAt, stepAt, stepOfCode } from "./one-time-code";

const secret = "12345678901234567890";

describe("codeAt", () => {
  // RFC 6238, appendix B: the last six digits of its eight.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("shows at second %i what the standard says", (seconds, code) => {
    expect(codeAt(secret, stepAt(new Date(seconds * 1_000)))).toBe(code);
  });
});

describe("stepOfCode", () => {
  const now = new Date("2026-11-21T12:00:10Z");
  const step = stepAt(now);

  it("takes the code of now, the one before and the one after, and says which it was", () => {
    for (const each of [step - 1, step, step + 1])
      expect(stepOfCode(secret, codeAt(secret, each), now)).toBe(each);
  });

  it.each([-2, 2])("takes none that is %i steps away", (distance) => {
    expect(stepOfCode(secret, codeAt(secret, step + distance), now)).toBeNull();
  });

  it.each(["", "12345", "1234567", "12345a", " 287082", "٢٨٧٠٨٢"])("takes no %j", (code) => {
    expect(stepOfCode(secret, code, now)).toBeNull();
  });
});
