import { describe, expect, it } from "vitest";
import { shownFile } from "./shown-file";

const shell = (output: string, code = 0) =>
  `Chunk ID: 0a1b2c\nWall time: 0.01 seconds\nProcess exited with code ${code}\nOriginal token count: 9\nOutput:\n${output}`;
const whole = (text: string) => ({ text, isPart: false, failed: false });

describe("what a tool shows of a file", () => {
  it("is what a command wrote, without what the shell says", () => {
    expect(shownFile(shell("# Notes\n"))).toEqual(whole("# Notes\n"));
    expect(shownFile("Took: 1 seconds\nEnded with code 0\nOutput:\nx")).toEqual(whole("x"));
    expect(shownFile(shell("cat: no such file", 1)).failed).toBe(true);
    expect(shownFile(shell("a\n…12 tokens truncated…\nb")).isPart).toBe(true);
  });

  it("is without the numbers of its lines, if these count on", () => {
    expect(shownFile("1\t# Notes\n2\t\n3\tEnd")).toEqual(whole("# Notes\n\nEnd"));
    expect(shownFile("  7→a\n  8→b").text).toBe("a\nb");
    expect(shownFile("1\ta\n2").text).toBe("a\n");
    expect(shownFile("1\ta\n3\tb").text).toBe("1\ta\n3\tb");
    expect(shownFile("2024 was good").text).toBe("2024 was good");
  });

  it("is a part where the host says so", () => {
    const text = "Status: lines 1-2 of 9.\n\n--- FILE CONTENT (truncated) ---\na\nb";
    expect(shownFile(text)).toEqual({ text: "a\nb", isPart: true, failed: false });
    expect(shownFile(`${"x".repeat(3_000)}${text}`).isPart).toBe(false);
    const note = (end: string) =>
      `1\ta\n2\tb\n\n<system-reminder>\n[Truncated: PARTIAL view — /x/a.md: showing lines 1-2 of 9 total${end}`;
    expect(shownFile(note("]\n</system-reminder>"))).toEqual({ text: "a\nb", isPart: true, failed: false });
    expect(shownFile(note("")).isPart).toBe(false);
  });
});
