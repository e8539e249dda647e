import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareTokens } from "./share-tokens";

const line = (text: string, bareBytes = 40) => ({ text, bareBytes });

describe("shareTokens", () => {
  it("keeps all where all fit", () => {
    expect(shareTokens([line("abc"), line("")], 100)).toEqual(["abc", ""]);
  });

  it("gives each the same, and what a short one leaves to the others", () => {
    const [short, long, other] = shareTokens([line("ab"), line("x".repeat(400)), line("y".repeat(400))], 130);
    expect(short).toBe("ab");
    expect(Math.abs((long?.length ?? 0) - (other?.length ?? 0))).toBeLessThanOrEqual(4);
    expect(long?.length).toBeGreaterThan(150);
  });

  it("leaves out the last lines when not even the names fit", () => {
    expect(shareTokens([line("a"), line("b"), line("c")], 20)).toEqual(["", "", null]);
  });

  it("never cuts through a character and never goes over", () => {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 80 }), { maxLength: 8 }),
        fc.nat(200),
        (texts, most) => {
          const kept = shareTokens(
            texts.map((text) => line(text)),
            most,
          );
          const cost = kept.map((text) =>
            text === null ? 0 : Math.ceil((40 + (text === "" ? 0 : bytes(text) + 1)) / 4),
          );
          expect(cost.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(most);
          for (const [at, text] of kept.entries())
            if (text !== null) expect(texts[at]?.startsWith(text)).toBe(true);
        },
      ),
    );
  });
});
