import { expect, it } from "vitest";
import { embeddedText } from "./embedded-text";

it("has the name and the description whole, and the beginning of the instructions", () => {
  expect(embeddedText({ name: "triage", description: "Sorts reports.", body: "\nFirst read it.\n" })).toBe(
    "triage\nSorts reports.\n\nFirst read it.",
  );
  expect(embeddedText({ name: "triage", description: "Sorts reports.", body: "" })).toBe(
    "triage\nSorts reports.",
  );
});

it("is no longer than small models read", () => {
  const text = embeddedText({ name: "n", description: "d".repeat(1_024), body: "b".repeat(10_000) });
  expect(text).toHaveLength(2_000);
  expect(text.slice(0, 1_026)).toBe(`n\n${"d".repeat(1_024)}`);
});
