import { describe, expect, it } from "vitest";
import type { Import } from "@/lib/imports/import-schema";
import { anImportItem } from "@/lib/testing/browser/imports";
import { failuresOf, leftOutOf, putRightIn, refusedByHosts, reportText } from "./import-report";

const missing = (): never => {
  throw new Error("There is no such source.");
};

const done: Import = {
  id: "0190a000-0000-7000-8000-000000000001",
  state: "done",
  progress: { done: 3, total: 3 },
  sources: [
    { fileName: "skills.zip", size: 1, state: "read", packages: 3, ignoredFiles: 0, notes: [] },
    {
      fileName: "old.rar",
      size: 1,
      state: "refused",
      packages: 0,
      ignoredFiles: 0,
      notes: [],
      rule: "archive-unknown",
      message: "Not an archive.",
    },
  ],
  error: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  createdBy: { id: "0190a000-0000-7000-8000-000000000002", name: "Ines Kovač" },
  finishedAt: "2026-11-21T10:00:09.000Z",
  expiresAt: "2026-11-22T10:00:00.000Z",
  report: { found: 3, refused: 1, waiting: 0, stored: 1, skipped: 0, failed: 1 },
  items: [
    anImportItem({ skill: "triage-2" }),
    anImportItem({
      name: "broken",
      root: "broken",
      state: "refused",
      skill: null,
      message: "No description.",
    }),
    anImportItem({
      name: "taken",
      root: "",
      state: "failed",
      skill: null,
      message: "The name was taken meanwhile.",
      rule: "name-taken",
    }),
  ],
};

describe("the report of an import", () => {
  it("names every failure with its place and reason, refused archives first", () => {
    expect(failuresOf(done)).toEqual([
      { name: "old.rar", place: "", reason: "Not an archive.", rule: "archive-unknown" },
      { name: "broken", place: "skills.zip/broken", reason: "No description.", rule: null },
      { name: "taken", place: "skills.zip", reason: "The name was taken meanwhile.", rule: "name-taken" },
    ]);
  });

  it("reads as plain text", () => {
    expect(reportText(done)).toBe(
      [
        "Import of skills.zip, old.rar",
        "2026-11-21T10:00:09.000Z, Ines Kovač",
        "1 stored, 0 skipped, 1 failed, 1 refused",
        "",
        "Not stored:",
        "- old.rar: Not an archive.",
        "- broken (skills.zip/broken): No description.",
        "- taken (skills.zip): The name was taken meanwhile.",
        "",
        "Stored:",
        "- triage as triage-2",
        "",
      ].join("\n"),
    );
  });

  it("says what was left out outside of skills and put right in them, each with its place", () => {
    const note = { rule: "archive-link", message: "It was a link." };
    const noted: Import = {
      ...done,
      sources: [{ ...(done.sources[0] ?? missing()), notes: [{ ...note, path: "repo/CLAUDE.md" }] }],
      items: [
        anImportItem({
          notes: [
            { ...note, path: "docs/a.md" },
            { ...note, path: "" },
          ],
        }),
      ],
    };
    expect(leftOutOf(noted)).toEqual([{ ...note, place: "skills.zip/repo/CLAUDE.md" }]);
    expect(putRightIn(noted).map(({ place }) => place)).toEqual([
      "skills.zip/triage/docs/a.md",
      "skills.zip/triage",
    ]);
    expect(reportText(noted)).toContain(
      "\nLeft out:\n- skills.zip/repo/CLAUDE.md: It was a link.\n\nPut right:\n- skills.zip/triage/docs/a.md: It was",
    );
  });

  it("says apart from these which hosts would not load what was found", () => {
    const note = { rule: "host-refuses", path: "SKILL.md", message: "Orion does not load it." };
    const noted: Import = { ...done, items: [anImportItem({ notes: [note] })] };
    expect(putRightIn(noted)).toEqual([]);
    expect(refusedByHosts(noted)).toEqual([
      { rule: note.rule, message: note.message, place: "skills.zip/triage/SKILL.md" },
    ]);
    expect(reportText(noted)).toContain(
      "\nNot loaded by some host:\n- skills.zip/triage/SKILL.md: Orion does not load it.\n",
    );
  });

  it("takes the first error as the reason when none was given", () => {
    const issue = { path: "SKILL.md", range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 } };
    const refused = anImportItem({
      state: "refused",
      issues: [{ ...issue, rule: "description-missing", severity: "error", message: "Say what it is for." }],
    });
    expect(failuresOf({ ...done, sources: [], items: [refused] })[0]?.reason).toBe("Say what it is for.");
  });
});
