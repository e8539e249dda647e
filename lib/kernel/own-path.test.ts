import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path";

describe("ownPath", () => {
  it("keeps a path of this app with its query", () => {
    expect(ownPath("/w/meridian/skills?sort=name")).toBe("/w/meridian/skills?sort=name");
  });

  it.each([
    undefined,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "skills",
  ])("goes home instead of to %j", (wanted) => {
    expect(ownPath(wanted)).toBe("/");
  });
});
