import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommandOutput, readShowCommand, renderCommandOutput } from "./command-output";

describe("the output of a command", () => {
  it("is read back, with how it ended", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(0 as const, 1 as const), (output, code) => {
        expect(readCommandOutput(renderCommandOutput(output, code))).toEqual({ output, code });
      }),
    );
    expect(readCommandOutput("Output:\nx")).toBeNull();
  });

  it("weighs a token for each four bytes", () => {
    expect(renderCommandOutput("é".repeat(5), 0)).toContain("\nTokens before cutting: 3\n");
  });
});

describe("a command that shows a file", () => {
  it.each([
    ["cat skill://a/b.md", { path: "skill://a/b.md", lines: null }],
    ["cat 'skill://a/b.md'", { path: "skill://a/b.md", lines: null }],
    ["sed -n '2,3p' skill://a/b.md", { path: "skill://a/b.md", lines: { first: 2, last: 3 } }],
    ["sed -n 5,$p skill://a/b.md", { path: "skill://a/b.md", lines: { first: 5, last: null } }],
    ["head -n 20 skill://a/b.md", { path: "skill://a/b.md", lines: { first: 1, last: 20 } }],
  ])("%s", (command, expected) => {
    expect(readShowCommand(command)).toEqual(expected);
  });

  it.each(["cat a b", "cat a && rm b", "cat a | head", "rm a", "ls skill://a", "sed -i 's/a/b/' a", ""])(
    "is none of these: %s",
    (command) => {
      expect(readShowCommand(command)).toBeNull();
    },
  );
});
