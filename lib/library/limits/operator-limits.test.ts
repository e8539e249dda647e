import { expect, it } from "vitest";
import { operatorLimits } from "./operator-limits";

it("reads the most that workspaces may ask for, with blanks and without", () => {
  expect(operatorLimits("readBytes=50000, autoSkills = 100 ,")).toEqual({
    readBytes: 50_000,
    autoSkills: 100,
  });
  expect(operatorLimits("")).toEqual({});
});

it("says what is wrong: a limit that there is not, no number, and less than anything works with", () => {
  expect(() => operatorLimits("fileBytes=3")).toThrow(/has no limit “fileBytes”; there are readBytes, /);
  expect(() => operatorLimits("readBytes=many")).toThrow(
    "GREENROOM_LIMITS needs a whole number: readBytes=100",
  );
  expect(() => operatorLimits("readBytes=1=2")).toThrow(/whole number/);
  expect(() => operatorLimits("readBytes=10")).toThrow(/may not be less than 1024 for readBytes/);
});
