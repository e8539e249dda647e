import { expect, it } from "vitest";
import { linesOf } from "./lines-of";

it("keeps what stands on lines, in order and as often, without blanks and empty ones", () => {
  expect(linesOf("  a b \n\n c\r\n a b\n")).toEqual(["a b", "c", "a b"]);
  expect(linesOf(" \n ")).toEqual([]);
});
