import { describe, expect, it } from "vitest";
import { folderOf } from "./folder-of";

describe("the folder that a skill came in", () => {
  it("is told where it has another name than the skill", () => {
    expect(folderOf(".skills/slack-search", "slack_search")).toBe("slack-search");
    expect(folderOf("slack-search", "slack_search")).toBe("slack-search");
  });

  it("is nothing where it is the skill's name, or there is none", () => {
    expect(folderOf("skills/triage", "triage")).toBeNull();
    expect(folderOf("", "triage")).toBeNull();
  });

  it("is nothing where no system could have it", () => {
    for (const path of ["a/..", "con", "a\u0000b", "x:y"]) expect(folderOf(path, "triage")).toBeNull();
  });
});
