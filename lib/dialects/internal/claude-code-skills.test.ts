import { expect, it } from "vitest";
import { charactersReplacedBy, ownCharacters } from "./claude-code-skills";

it("are 11 whole lines and 2 names", () => {
  expect(ownCharacters).toBe(6_052 + 25);
});

it("give their characters to skills of the same name, once each, and to no others", () => {
  expect(charactersReplacedBy(["code-review", "security-review", "code-review"])).toBe(851 + 18);
  expect(charactersReplacedBy(["code-reviews", "Code-Review", "release-notes"])).toBe(0);
  expect(charactersReplacedBy([])).toBe(0);
});
