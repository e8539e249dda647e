import { expect, test } from "vitest";
import { isPresent } from "./present-member";

test.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
  [true, true, false],
])(
  "a member who is a machine (%s) or deactivated (%s) counts as a colleague: %s",
  (isMachine, isDeactivated, counts) => {
    expect(isPresent({ isMachine, isDeactivated })).toBe(counts);
  },
);
