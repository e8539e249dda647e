import { expect, it } from "vitest";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { asksRouter, putsBodies } from "./mode-steps";

it("says of each mode who is asked first, and what stands in the prompt", () => {
  expect(catalogueModes.filter(asksRouter)).toEqual(["router", "preload"]);
  expect(catalogueModes.filter(putsBodies)).toEqual(["eager", "preload"]);
});
