import { expect, it } from "vitest";
import { parseLimits } from "./limit-schema";

it("reads limits one by one: what a release does not know, or cannot use, takes none of the others with it", () => {
  expect(parseLimits({ readBytes: 5_000, fromTheFuture: 3, autoSkills: "many" })).toEqual({
    readBytes: 5_000,
  });
});

it("takes what is no list of limits for none", () => {
  for (const value of [null, undefined, 3, "x", []]) expect(parseLimits(value)).toEqual({});
});
