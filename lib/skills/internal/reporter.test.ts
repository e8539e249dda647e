import { describe, expect, it } from "vitest";
import { LineIndex } from "../text-position";
import { createReporter } from "./reporter";

const reporter = (text = "a\n".repeat(300)) => createReporter(new LineIndex(text), "SKILL.md", "lenient");

describe("issues of one file", () => {
  it("have the rule's severity, their place, and their fix in lines and columns", () => {
    const { issues, report } = reporter("name: x\nlink\n");
    report("link-missing", 8, 12, "Gone.", { title: "Change it", edits: [{ start: 8, end: 12, text: "b" }] });
    const range = { startLine: 2, startColumn: 1, endLine: 2, endColumn: 5 };
    expect(issues).toMatchObject([
      {
        rule: "link-missing",
        path: "SKILL.md",
        range,
        message: "Gone.",
        fix: { edits: [{ range, text: "b" }] },
      },
    ]);
  });

  it("are two hundred of one rule at most; the last one says how many follow", () => {
    const { issues, report } = reporter();
    for (let at = 0; at < 250; at += 1) report("link-missing", at, at + 1, `No file ${at}.`);
    report("link-case", 0, 1, "Another rule.");
    expect(issues).toHaveLength(201);
    expect(issues[198]?.message).toBe("No file 198.");
    expect(issues[199]?.message).toBe("No file 199. (50 more of this rule in this file)");
    expect(issues[200]?.message).toBe("Another rule.");
  });

  it("are told without a remark when there are exactly as many", () => {
    const { issues, report } = reporter();
    for (let at = 0; at < 200; at += 1) report("link-missing", at, at + 1, `No file ${at}.`);
    expect(issues.at(-1)?.message).toBe("No file 199.");
  });
});
