import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "./directory-schema";
import { parseShadowed, shadowedOf } from "./shadowed-packages";

const entry = (outcome: DirectoryEntry["outcome"], skill: string | null): DirectoryEntry => ({
  outcome,
  skill,
  path: `/srv/${skill}`,
  message: "It comes first.",
  notes: ["Long"],
  files: [],
});

describe("packages that an earlier one keeps out", () => {
  it("are those of a report alone, with what decided it", () => {
    const entries = [entry("new", "a"), entry("duplicate", "b"), entry("duplicate", null)];
    const shadowed = [{ skill: "b", path: "/srv/b", message: "It comes first." }];
    expect(shadowedOf(entries)).toEqual(shadowed);
    expect(parseShadowed(shadowed)).toEqual(shadowed);
  });

  it("are none where a row has something else", () => {
    expect([parseShadowed(undefined), parseShadowed([{ skill: 1 }])]).toEqual([[], []]);
  });
});
