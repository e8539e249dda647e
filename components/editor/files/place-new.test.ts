import { expect, it } from "vitest";
import { placeNew } from "./place-new";

it.each([
  ["references", "tone.md", "references/tone.md"],
  ["references", "scripts/check.sh", "scripts/check.sh"],
  ["references", "/notes.md", "notes.md"],
  ["references", "//scripts/check.sh", "scripts/check.sh"],
  ["", "notes.md", "notes.md"],
  ["references", "", ""],
])("with %j open, %j is placed at %j", (folder, typed, placed) => {
  expect(placeNew(folder, typed)).toBe(placed);
});
