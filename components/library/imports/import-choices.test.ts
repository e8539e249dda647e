import { describe, expect, it } from "vitest";
import {
  type Choosable,
  choicesFor,
  type Decision,
  decide,
  decideGroup,
  planImport,
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
const inLibrary = { skill: "known", version: 1, within: "library" } as const;
const same = item("same", { match: { ...inLibrary, kind: "same-digest" } });
const clash = item("clash", { match: { ...inLibrary, kind: "same-name" } });
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
    expect(plan([fresh, clash], chosen).problems.get("clash")).toContain("becomes fresh too");
  });

  it("holds only new names to the rules of names", () => {
    const odd = item("Odd Name");
    const chosen = new Map<string, Decision>([["clash", { choice: "rename", newName: "A b" }]]);
    const items = [odd, clash];
    const { problems } = planImport(items, decide(items, chosen), (name) => `${name} is wrong`);
    expect([...problems]).toEqual([["clash", "A b is wrong"]]);
  });
});

describe("a name that only case or form tells from a taken one", () => {
  const similar = item("Known", { match: { ...inLibrary, kind: "similar-name" } });

  it("has to be decided, and can be changed or left out but never written over the other", () => {
    expect(plan([similar]).counts).toMatchObject({ undecided: 1 });
    expect(choicesFor(similar)).toEqual(["rename", "skip"]);
    expect(decideGroup([similar], none, "similar-name", "rename").size).toBe(1);
  });

  it("is found among the new names of one import too", () => {
    const twins = [item("tool"), item("clash", { match: { ...inLibrary, kind: "same-name" } })];
    const chosen = new Map<string, Decision>([["clash", { choice: "rename", newName: "TOOL" }]]);
    expect(plan(twins, chosen).problems.get("clash")).toBe(
      "Another package of this import becomes tool too.",
    );
  });
});

describe("decideGroup", () => {
  it("leaves other groups and impossible choices alone", () => {
    expect([...decideGroup(all, none, "same-name", "update").keys()]).toEqual(["clash"]);
    expect(decideGroup(all, none, "same-digest", "update").size).toBe(0);
  });

  it("keeps a name that was typed already", () => {
    const typed = new Map<string, Decision>([["clash", { choice: "rename", newName: "mine" }]]);
    expect(decideGroup(all, typed, "same-name", "rename").get("clash")?.newName).toBe("mine");
  });
});

it("leaves the name of a renamed package to the server when none was typed", () => {
  const chosen = decideGroup([clash], none, "same-name", "rename");
  expect(plan([clash], chosen).problems.size).toBe(0);
  expect(toChoices([clash], decide([clash], chosen))).toEqual([{ itemId: "clash", choice: "rename" }]);
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
