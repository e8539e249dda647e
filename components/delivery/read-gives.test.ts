import { expect, it } from "vitest";
import { emptyGives, givesOf, sayGives } from "./read-gives";

const empty = emptyGives("");

it("says what is missing, for each kind", () => {
  expect(givesOf(empty)).toEqual({ value: null, blocked: "Choose an agent." });
  expect(givesOf({ ...empty, kind: "label", label: "  " }).blocked).toBe("Say which label.");
  expect(givesOf({ ...empty, kind: "selection" }).blocked).toBe("Choose at least one skill.");
});

it("gives only what belongs to the kind", () => {
  const full = { agent: "desk", label: " staging ", skills: ["notes"] };
  expect(givesOf({ ...full, kind: "agent" }).value).toEqual({ kind: "agent", agent: "desk" });
  expect(givesOf({ ...full, kind: "label" }).value).toEqual({ kind: "label", label: "staging" });
  expect(givesOf({ ...full, kind: "selection" }).value).toEqual({ kind: "selection", skills: ["notes"] });
  expect(givesOf(emptyGives("desk")).value).toEqual({ kind: "agent", agent: "desk" });
});

it("says what an address gives in a row", () => {
  expect(sayGives({ kind: "agent", agent: { slug: "desk", name: "Desk" } })).toBe("Agent: Desk");
  expect(sayGives({ kind: "label", label: "staging" })).toBe("Label: staging");
  expect(sayGives({ kind: "selection", skills: ["a"] })).toBe("Skills: a");
  expect(sayGives({ kind: "selection", skills: ["a", "b", "c"] })).toBe("Skills: a and 2 more");
  expect(sayGives({ kind: "selection", skills: [] })).toBe("Skills: none that is left");
});
