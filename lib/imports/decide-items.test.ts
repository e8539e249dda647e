import { describe, expect, it } from "vitest";
import { decideItems } from "./decide-items";
import type { Match } from "./match-items";

const item = (id: string, over: { state?: "found" | "refused" | "stored"; nestedIn?: string } = {}) => ({
  id,
  name: id,
  state: over.state ?? ("found" as const),
  nestedIn: over.nestedIn ?? null,
});
const match = (kind: Match["kind"], version: number | null = null): Match => ({
  kind,
  skill: "known",
  version,
  within: "library",
});
const items = [
  item("new"),
  item("same"),
  item("clash"),
  item("nested", { nestedIn: "outer" }),
  item("refused", { state: "refused" }),
  item("stored", { state: "stored" }),
];
const matches = new Map([
  ["same", match("same-digest", 3)],
  ["clash", match("same-name")],
]);
const choicesOf = (input: Parameters<typeof decideItems>[2]) =>
  Object.fromEntries(decideItems(items, matches, input).map(({ itemId, choice }) => [itemId, choice]));

describe("decideItems", () => {
  it("creates what is new and leaves out the rest, in words, when nobody chose", () => {
    expect(choicesOf({})).toEqual({ new: "create", same: "skip", clash: "skip", nested: "skip" });
    const messages = decideItems(items, matches, {}).map(({ message }) => message);
    expect(messages).toEqual([
      null,
      "Already here: known, version 3.",
      "There is a skill named known already, and nobody said what to do.",
      "It lies inside another package, which has its files.",
    ]);
  });

  it("lets one choice for all decide names that are taken, and nothing else", () => {
    expect(choicesOf({ rest: "update" })).toMatchObject({ new: "create", same: "skip", clash: "update" });
    expect(choicesOf({ rest: "rename" })).toMatchObject({ clash: "rename", nested: "skip" });
    expect(choicesOf({ rest: "skip" })).toMatchObject({ new: "skip", clash: "skip" });
  });

  it("never writes over a skill whose name is only similar: it is renamed, or left out by the rule of names", () => {
    const [file] = [item("FILE")];
    const similar = new Map([["FILE", match("similar-name")]]);
    const decided = (rest?: "update" | "rename" | "skip") => {
      const [decision] = decideItems([file], similar, rest === undefined ? {} : { rest });
      return [decision?.choice, decision?.rule];
    };
    expect(decided()).toEqual(["skip", "name-taken"]);
    expect(decided("update")).toEqual(["skip", "name-taken"]);
    expect(decided("rename")).toEqual(["rename", null]);
    expect(decided("skip")).toEqual(["skip", null]);
  });

  it("does what was chosen for one, whatever holds for the others", () => {
    const choices = [
      { itemId: "nested", choice: "create" as const },
      { itemId: "same", choice: "rename" as const, newName: "mine" },
      { itemId: "refused", choice: "create" as const },
    ];
    const decisions = decideItems(items, matches, { choices, rest: "skip" });
    expect(decisions.map(({ itemId, choice, newName }) => [itemId, choice, newName])).toEqual([
      ["new", "skip", null],
      ["same", "rename", "mine"],
      ["clash", "skip", null],
      ["nested", "create", null],
    ]);
  });
});
