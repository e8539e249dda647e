import { describe, expect, it } from "vitest";
import { archiveTag } from "./archive-tag";

const digest = "a".repeat(64);

describe("archiveTag", () => {
  it("is the digest of a package in which nothing is executable", () => {
    expect(archiveTag(digest, [{ path: "SKILL.md" }, { path: "a.sh", executable: false }])).toBe(digest);
  });

  it("differs with every file that is executable, and not with their order", () => {
    const tag = archiveTag(digest, [{ path: "a.sh", executable: true }, { path: "b.sh" }]);
    const both = [
      { path: "b.sh", executable: true },
      { path: "a.sh", executable: true },
    ];
    expect(tag).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set([digest, tag, archiveTag(digest, both)]).size).toBe(3);
    expect(archiveTag(digest, both.toReversed())).toBe(archiveTag(digest, both));
  });
});
