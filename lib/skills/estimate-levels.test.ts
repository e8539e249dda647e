import { expect, it } from "vitest";
import { estimateLevels } from "./estimate-levels";
import { estimateTokens } from "./estimate-tokens";

it("estimates name and description apart from the body", () => {
  const text = "---\nname: notes\ndescription: Writes notes.\n---\n\n# Notes\n\nWrite them down.\n";
  const { metadata, instructions } = estimateLevels(text);
  expect(metadata).toBe(estimateTokens("notesWrites notes."));
  expect(instructions).toBeGreaterThan(0);
  expect(instructions).toBeLessThan(estimateTokens(text));
});
