import { describe, expect, it } from "vitest";
import {
  type Choosable,
  choicesFor,
  type Decision,
  decide,
  decideGroup,
  groupOf,
  planImport,
  suggestName,
  toChoices,
} from "./import-choices";

const item = (id: string, over: Partial<Choosable> = {}): Choosable => ({
  id,
  name: id,
  state: "found",
  nestedIn: null,
  match: null,
  ...over,
});
const fresh = item("fresh");
const same = item("same", { match: { kind: "same-digest" } });
const clash = item("clash", { match: { kind: "same-name" } });
const nested = item("nested", { nestedIn: "fresh" });
const refused = item("refused", { state: "refused" });
const all = [fresh, same, clash, nested, refused];
const none = new Map<string, Decision>();
const anyName = () => null;
const plan = (items: Choosable[], chosen = none) => planImport(items, decide(items, chosen), anyName);

describe("what goes without saying", () => {
  it("takes new packages, skips known and nested ones, and asks about names that are in use", () => {
    expect(plan(all).counts).toEqual({ create: 1, update: 0, rename: 0, skip: 2, undecided: 1, refused: 1 });
  });

  it("asks about the second of two packages with one name", () => {
    const twin = item("twin", { name: "fresh" });
    const decisions = decide([fresh, twin], none);
    expect(decisions.get("fresh")?.choice).toBe("create");
    expect(decisions.get("twin")).toBeNull();
  });

  it("keeps what the person chose", () => {
    const chosen = new Map([["nested", { choice: "create", newName: "" } as const]]);
    expect(decide(all, chosen).get("nested")?.choice).toBe("create");
  });
});

describe("choicesFor", () => {
  it("never offers to create over a name in use, or anything for a refused package", () => {
    expect(choicesFor(clash)).toEqual(["update", "rename", "skip"]);
    expect(choicesFor(refused)).toEqual([]);
    expect(choicesFor(fresh)).not.toContain("update");
  });
});

describe("planImport", () => {
  it("finds two packages that would get one name", () => {
    const chosen = new Map<string, Decision>([["clash", { choice: "rename", newName: "fresh" }]]);
    expect(plan([fresh, clash], chosen).problems.get("clash")).toContain("called fresh too");
  });

  it("holds only new names to the rules of names", () => {
    const odd = item("Odd Name");
    const chosen = new Map<string, Decision>([["clash", { choice: "rename", newName: "A b" }]]);
    const items = [odd, clash];
    const { problems } = planImport(items, decide(items, chosen), (name) => `${name} is wrong`);
    expect([...problems]).toEqual([["clash", "A b is wrong"]]);
  });
});

describe("decideGroup", () => {
  it("gives each renamed package a name of its own", () => {
    const items = [item("a"), item("b", { name: "a" }), item("c", { name: "a" }), item("d", { name: "a-2" })];
    const chosen = decideGroup(items, none, ({ id }) => id === "b" || id === "c", "rename");
    expect([chosen.get("b")?.newName, chosen.get("c")?.newName]).toEqual(["a-3", "a-4"]);
  });

  it("leaves other groups and impossible choices alone", () => {
    const chosen = decideGroup(all, none, (entry) => groupOf(entry) === "same-name", "update");
    expect([...chosen.keys()]).toEqual(["clash"]);
    expect(decideGroup(all, none, ({ id }) => id === "same", "update").size).toBe(0);
  });
});

describe("suggestName", () => {
  it("stays within 64 characters", () => {
    expect(suggestName("x".repeat(64), new Set())).toHaveLength(64);
  });
});

it("sends what was decided and trims new names", () => {
  const chosen = new Map<string, Decision>([["clash", { choice: "rename", newName: " clash-2 " }]]);
  expect(toChoices(all, decide(all, chosen))).toEqual([
    { itemId: "fresh", choice: "create" },
    { itemId: "same", choice: "skip" },
    { itemId: "clash", choice: "rename", newName: "clash-2" },
    { itemId: "nested", choice: "skip" },
  ]);
});
