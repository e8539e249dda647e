import { expect, it } from "vitest";
import { bodyHeaders } from "./body-headers";

it("tells the length of a body by both names", () => {
  expect(bodyHeaders(0)).toEqual({ "content-length": "0", "greenroom-content-length": "0" });
});

it("tells how it is packed, too, where it is", () => {
  expect(bodyHeaders(1_234, "gzip")).toEqual({
    "content-length": "1234",
    "greenroom-content-length": "1234",
    "content-encoding": "gzip",
    "greenroom-content-encoding": "gzip",
  });
});
