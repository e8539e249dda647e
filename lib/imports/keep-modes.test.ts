import { describe, expect, it } from "vitest";
import { keepModes } from "./keep-modes";

const file = (path: string, executable = false) => ({ path, sha256: "0".repeat(64), size: 1, executable });

describe("keepModes", () => {
  it("keeps what was executable when a package says nothing about it", () => {
    const before = [file("SKILL.md"), file("scripts/run.sh", true), file("scripts/gone.sh", true)];
    const after = [file("SKILL.md"), file("scripts/run.sh"), file("scripts/new.sh")];
    expect(keepModes(before, after)).toEqual([
      file("SKILL.md"),
      file("scripts/run.sh", true),
      file("scripts/new.sh"),
    ]);
  });

  it("takes a package at its word when one of its files is executable", () => {
    const after = [file("scripts/run.sh"), file("scripts/new.sh", true)];
    expect(keepModes([file("scripts/run.sh", true)], after)).toEqual(after);
  });
});
