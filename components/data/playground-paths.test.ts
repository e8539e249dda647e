import { expect, it } from "vitest";
import { comparePath, messageInFragment } from "./playground-paths";

it("keeps a message of any length on its way to a comparison, and a long one from the server's address line", () => {
  expect(comparePath("w", { agent: "desk", message: "Hello" })).toBe(
    "/w/w/playground/compare/new?agent=desk&message=Hello",
  );
  const message = `${"Tell me & more, ".repeat(1_000)}#end`;
  const [address, hash = ""] = comparePath("w", { agent: "desk", message }).split("#");
  expect(address).toBe("/w/w/playground/compare/new?agent=desk");
  expect(messageInFragment(`#${hash}`)).toBe(message);
  expect(messageInFragment("")).toBe("");
});
