import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type DeliveredPackage, packageArchiveDigest, setDigest } from "./delivered-set";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const file = (path: string, executable = false) => ({ path, executable });
const notes: DeliveredPackage = {
  name: "notes",
  number: 3,
  digest: "a".repeat(64),
  files: [file("SKILL.md"), file("scripts/run.sh", true)],
};

describe("the digest of a delivery", () => {
  it("is the sha256 of a line for each skill", () => {
    const line = `${JSON.stringify([notes.digest, 3, "notes", "scripts/run.sh"])}\n`;
    expect(setDigest([notes], sha256)).toBe(sha256(line));
    expect(setDigest([], sha256)).toBe(sha256(""));
  });

  it("moves with every part of it, and with the order", () => {
    const other = { ...notes, name: "pens" };
    const all = [
      [notes],
      [other],
      [{ ...notes, number: 4 }],
      [{ ...notes, digest: "b".repeat(64) }],
      [{ ...notes, files: [file("SKILL.md"), file("scripts/run.sh")] }],
      [notes, other],
      [other, notes],
    ].map((skills) => setDigest(skills, sha256));
    expect(new Set(all).size).toBe(all.length);
  });

  it("says nothing of files that are no programs: the package's own digest does", () => {
    const more = { ...notes, files: [...notes.files, file("more.md")] };
    expect(setDigest([more], sha256)).toBe(setDigest([notes], sha256));
  });
});

describe("the digest of an archive", () => {
  it("is the package's own where no file is executable", () => {
    expect(packageArchiveDigest({ digest: notes.digest, files: [file("SKILL.md")] }, sha256)).toBe(
      notes.digest,
    );
  });

  it("is over the executable files besides, where there are any", () => {
    const expected = sha256(JSON.stringify([notes.digest, "scripts/run.sh"]));
    expect(packageArchiveDigest(notes, sha256)).toBe(expected);
  });
});
