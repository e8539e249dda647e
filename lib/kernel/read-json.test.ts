import { expect, it } from "vitest";
import { jsonOrNull, readJson } from "./read-json";

it("tells a text that says null from one that says nothing", () => {
  expect(readJson('{"a":[1]}')).toEqual({ value: { a: [1] } });
  expect(readJson("null")).toEqual({ value: null });
  expect(["", "{", "a"].map(readJson)).toEqual([null, null, null]);
});

it("takes both for null where that is asked for", () => {
  expect(["null", "{", "0", '"x"'].map(jsonOrNull)).toEqual([null, null, 0, "x"]);
});
