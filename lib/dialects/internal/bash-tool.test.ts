import { describe, expect, it } from "vitest";
import { readBash, readFailedBash, renderBashOutput } from "./bash-tool";

const render = (output: string, code = 0, hasMoved = false) => renderBashOutput({ output, code, hasMoved });

describe("a call of Bash", () => {
  it("looks at files of skills, or is nobody's here to run", () => {
    expect(readBash({ command: "cat skill://fix/a.md", description: "Show it" })).toMatchObject({
      value: { kind: "shell", steps: [{ act: { kind: "show", program: "cat" } }] },
    });
    for (const command of ["npm test", "cat /etc/hostname", "cat $(ls)", "echo once"])
      expect(readBash({ command })).toMatchObject({
        value: { kind: "host-tool", toolName: "Bash", name: null, path: null, input: { command } },
      });
  });

  it.each([{}, { command: "" }, { command: 7 }, null, { command: "x".repeat(20_001) }])(
    "that holds no command is refused: %j",
    (input) => {
      expect(readBash(input)).toMatchObject({ ok: false, error: { rule: "invalid-arguments" } });
    },
  );
});

describe("what Bash gives back", () => {
  it("is what was written, without the blanks around it", () => {
    expect(render("\n  one\n\n  two  \n\n")).toEqual({ text: "one\n\n  two" });
  });

  it("says so where nothing was written, and where it went into another folder", () => {
    expect(render("\n").text).toBe("(It wrote nothing.)");
    expect(render("a\n", 0, true).text).toBe("a\n(Back in the project's folder.)");
    expect(render("", 0, true).text).toBe("(Back in the project's folder.)");
    expect(render("no\n", 1, true).text).not.toContain("Back in");
  });

  it("is an error with its code where the last command failed", () => {
    expect(render("cat: x: none\n", 1)).toEqual({ text: "Ended with code 1\ncat: x: none", isError: true });
    expect(render("", 2)).toEqual({ text: "Ended with code 2", isError: true });
    expect(readFailedBash("Ended with code 1\ncat: x: none")).toBe("cat: x: none");
    expect(readFailedBash("Ended with code 2")).toBe("");
    expect(readFailedBash("It ended well")).toBeNull();
  });

  it("shows the beginning of more than 30,000 characters, up to the end of a line", () => {
    const whole = "x".repeat(30_000);
    expect(render(whole).text).toBe(whole);
    const { text } = render(`${"é".repeat(1_500)}\n${"y".repeat(30_000)}`);
    expect(text.split("\n")).toEqual([
      "<persisted-output>",
      expect.stringContaining("(32.2KB)"),
      "",
      expect.stringContaining("2KB"),
      "é".repeat(1_500),
      "...",
      "</persisted-output>",
    ]);
    expect(render(`a\n${"y".repeat(30_000)}`).text.split("\n")[5]).toBe("y".repeat(1_998));
  });

  it("keeps beginning and end of a long output that failed", () => {
    const { text } = render(`${"a".repeat(6_000)}${"b".repeat(6_000)}`, 1);
    expect(text).toBe(
      `Ended with code 1\n${"a".repeat(5_000)}\n\n... [2000 characters taken out] ...\n\n${"b".repeat(5_000)}`,
    );
  });
});
