import { expect, it } from "vitest";
import { branchOf } from "./push-options";

it("names a branch for each version, of letters that every host takes", () => {
  const names = ["pdf-tools", "Meeting notes..", "日本語", "--x.lock"];
  expect(names.map((name) => branchOf(name, 12))).toEqual([
    "greenroom/pdf-tools-v12",
    "greenroom/Meeting-notes-v12",
    "greenroom/skill-v12",
    "greenroom/x-lock-v12",
  ]);
});
