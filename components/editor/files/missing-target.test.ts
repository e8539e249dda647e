import { describe, expect, it } from "vitest";
import type { Problem } from "@/components/library/problems/problems";
import { type DraftState, openDraft, putFile } from "../saving/draft-state";
import { missingTarget } from "./missing-target";

const draftOf = (...files: [path: string, text: string][]): DraftState =>
  files.reduce(
    (state, [path, text]) => putFile(state, path, { kind: "text", text }),
    openDraft({ revision: 1, digest: "", files: [] }),
  );

const text = "# Notes\n\nRead [the tone](references/tone.md) and [this](https://a.example).\n";
const problem = (path: string, change: Partial<Problem> = {}): Problem => ({
  id: "1",
  rule: "link-missing",
  severity: "warning",
  blocking: false,
  breaksSpecification: false,
  path,
  message: "It is not there.",
  range: { startLine: 3, startColumn: 17, endLine: 3, endColumn: 35 },
  ...change,
});

describe("the file that a broken link wants", () => {
  it("is the link's target, from where the link stands", () => {
    expect(missingTarget(draftOf(["SKILL.md", text]), problem("SKILL.md"))).toBe("references/tone.md");
  });

  it("is nothing for another problem, and where the file is there by now", () => {
    const draft = draftOf(["SKILL.md", text]);
    expect(missingTarget(draft, problem("SKILL.md", { rule: "name-mismatch" }))).toBeNull();
    expect(missingTarget(draft, problem("gone.md"))).toBeNull();
    const mended = draftOf(["SKILL.md", text], ["references/tone.md", ""]);
    expect(missingTarget(mended, problem("SKILL.md"))).toBeNull();
  });
});
