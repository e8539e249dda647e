import { expect, it } from "vitest";
import { choosePresentation } from "./choose-presentation";

const told = (...given: Parameters<typeof choosePresentation>) => {
  const { dialect, mode } = choosePresentation(...given);
  return [dialect.id, mode];
};
const own = { dialect: "standard", mode: "search" };

it("is the agent's own unless something else is asked for", () => {
  expect(told(own)).toEqual(["standard", "search"]);
  expect(told(own, { mode: "eager" })).toEqual(["standard", "eager"]);
});

it("keeps the agent's mode in another dialect that has it, and takes that one's first otherwise", () => {
  expect(told({ ...own, mode: "inline" }, { dialect: "sisu" })).toEqual(["sisu", "inline"]);
  expect(told(own, { dialect: "orion" })).toEqual(["orion", "eager"]);
  expect(told({ ...own, mode: "no such mode" })[0]).toBe("standard");
});

it("refuses a mode that is asked for and that the dialect does not have, and a dialect that is not here", () => {
  expect(() => told(own, { dialect: "orion", mode: "inline" })).toThrow(
    "The orion dialect has no inline mode",
  );
  expect(() => told({ ...own, dialect: "klingon" })).toThrow(
    "There is no dialect “klingon” in this release.",
  );
});
