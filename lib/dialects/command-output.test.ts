import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommandOutput, renderCommandOutput } from "./command-output";

describe("the output of a command", () => {
  it("is read back, with how it ended", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(0 as const, 1 as const), (output, code) => {
        expect(readCommandOutput(renderCommandOutput(output, code))).toEqual({ output, code });
      }),
    );
    expect(readCommandOutput("Output:\nx")).toBeNull();
  });

  it("is read in the host's own words as well, its first line being no part of the head", () => {
    const head = "Chunk ID: 0a1b2c\nWall time: 0.0100 seconds\nProcess exited with code -9\n";
    for (const count of ["", "Original token count: 9\n"])
      expect(readCommandOutput(`${head}${count}Output:\nOutput:\nx`)).toEqual({
        output: "Output:\nx",
        code: -9,
      });
    expect(readCommandOutput(`${head}Somebody: 9\nOutput:\nx`)).toBeNull();
  });

  it("weighs a token for each four bytes", () => {
    expect(renderCommandOutput("é".repeat(5), 0)).toContain("\nTokens before cutting: 3\n");
  });
});
