import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt-of";

describe("excerptOf", () => {
  it("says a comment in one line, with mentions as names", () => {
    const id = "01890a5d-ac96-774b-bcce-b302099a8057";
    expect(excerptOf(`Hello @[Ines](${id}),\n\n  look here `)).toBe("Hello @Ines, look here");
    expect(excerptOf("x".repeat(300))).toBe(`${"x".repeat(199)}…`);
  });

  it("takes what is longer than any name for text, so that brackets that are never closed cost nothing", () => {
    expect(excerptOf(`@[${"x".repeat(201)}](id)`)).toMatch(/^@\[xxx/);
    expect(excerptOf("@[".repeat(10_000))).toHaveLength(200);
  });
});
