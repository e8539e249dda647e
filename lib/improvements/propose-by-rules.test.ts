import { describe, expect, it } from "vitest";
import { proposeByRules, shortened } from "./propose-by-rules";

const own = { kind: "skill", name: "pdf-tools" } as const;
const task = {
  skill: "pdf-tools",
  description: "Merges PDF files",
  siblings: [],
  wanted: 3,
  length: null,
  cases: ["glue these invoices", "glue invoices and merges", "glue letters"].map((query) => ({
    query,
    expected: own,
    outcome: "missed" as const,
    by: null,
  })),
};

describe("what Rehearsal proposes", () => {
  it("adds the most frequent words of missed messages that are not there yet", () => {
    const [first = "", second = "", third = ""] = proposeByRules(task);
    expect(first).toBe("Merges PDF files. Use for: glue, invoices, letters, these.");
    expect(second).toBe("Merges PDF files. Use for: glue, invoices.");
    expect(third).toBe("Merges PDF files. Use for: glue, invoices, letters.");
    expect(proposeByRules({ ...task, wanted: 1 })).toEqual([first]);
  });

  it("has nothing to add where nothing is missed", () => {
    expect(proposeByRules({ ...task, cases: [] })).toEqual([]);
  });

  it("shortens by whole sentences, then by words, then anywhere", () => {
    const text = "Merges PDF files. Splits them, too. Signs nothing.";
    expect(proposeByRules({ ...task, description: text, length: 40 })).toEqual([
      "Merges PDF files. Splits them, too.",
    ]);
    expect(shortened(text, 14)).toBe("Merges PDF");
    expect(shortened(text, 3)).toBe("Mer");
    expect(shortened(text, 500)).toBe(text);
  });
});
