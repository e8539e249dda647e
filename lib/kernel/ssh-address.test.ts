import { expect, it } from "vitest";
import { isSshAddress } from "./ssh-address";

it.each([
  ["ssh://git@example.org/skills.git", true],
  ["git+ssh://example.org/skills.git", true],
  ["git@github.com:meridian/skills.git", true],
  ["https://github.com/meridian/skills.git", false],
  ["https://git@github.com/meridian/skills.git", false],
  ["github.com/meridian/skills", false],
])("%s: %s", (address, is) => {
  expect(isSshAddress(address)).toBe(is);
});
