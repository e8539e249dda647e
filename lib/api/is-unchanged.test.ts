import { expect, it } from "vitest";
import { isUnchanged } from "./is-unchanged";

const asked = (value?: string) =>
  new Request("http://greenroom.test/", value === undefined ? {} : { headers: { "if-none-match": value } });

it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc"', "*"])("is what %s names", (value) => {
  expect(isUnchanged(asked(value), "abc")).toBe(true);
});

it.each([undefined, "", "abc", '"ab"', '"abcd"', '"x", "y"'])("is not what %s names", (value) => {
  expect(isUnchanged(asked(value), "abc")).toBe(false);
});
