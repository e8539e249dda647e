import { describe, expect, it } from "vitest";
import { parseAllowances, printAllowances } from "./allowance-text";

describe("parseAllowances", () => {
  it("reads an entry a line, and writes it as it was", () => {
    const text = "notes@3: scripts/count.py, ./run.py, jq, host:api.example.com\nother@12: *";
    expect(parseAllowances(`\n${text}\n  \n`)).toEqual({
      list: [
        {
          skill: "notes",
          version: 3,
          scripts: ["scripts/count.py", "run.py"],
          commands: ["jq"],
          hosts: ["api.example.com"],
        },
        { skill: "other", version: 12, scripts: ["*"], commands: [], hosts: [] },
      ],
    });
    const read = parseAllowances(text);
    expect("list" in read && printAllowances(read.list)).toBe(text);
  });

  it("says which line is none, and what to write", () => {
    expect(parseAllowances("notes@3: *\nnotes: *")).toEqual({
      problem: expect.stringMatching(/^Line 2: write a skill at a version/),
    });
    expect(parseAllowances("notes@3")).toEqual({
      problem: expect.stringMatching(/^Line 1: say which scripts or commands of notes run/),
    });
    expect(parseAllowances("notes@3: host:api.example.com")).toHaveProperty("problem");
  });

  it("takes an empty text for an empty list", () => {
    expect(parseAllowances(" \n")).toEqual({ list: [] });
  });
});
