import { describe, expect, it } from "vitest";
import { dialectHeads } from "./dialect-heads";
import { agreementOf, basisOf } from "./host-agreements";

const ids = Object.keys(dialectHeads);

describe("what dialects were held against", () => {
  it.each(ids.filter((id) => agreementOf(id) !== null))(
    "of %s names a release, a day and differences, each once",
    (id) => {
      const { version, checked, differences } = agreementOf(id) ?? {
        version: "",
        checked: "",
        differences: [],
      };
      expect(version).toMatch(/\d+\.\d+/);
      expect(new Date(checked).toISOString().slice(0, 10)).toBe(checked);
      expect(new Set(differences).size).toBe(differences.length);
      for (const difference of differences) expect(difference).toMatch(/^\w.+\.$/);
    },
  );

  it("is known of the hosts that run here, and claimed of no other", () => {
    expect(ids.filter((id) => agreementOf(id) !== null).sort()).toEqual(
      ["adk", "adk-2", "claude-code", "codex", "gemini-cli", "lightspeed", "skillkit"].sort(),
    );
  });

  it("is either a run or a text, never both", () => {
    for (const id of ids) expect(agreementOf(id) !== null && basisOf(id) !== null, id).toBe(false);
    expect(basisOf("orion")).toContain("Held to the text");
  });

  it.each(["unknown", "toString", ""])("is nothing for %j", (id) => {
    expect(agreementOf(id)).toBeNull();
    expect(basisOf(id)).toBeNull();
  });
});
