import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  everythingMatching,
  extendedTo,
  goneRows,
  headState,
  isSelected,
  noSelection,
  renamed,
  type SelectableRow,
  type Selection,
  selectedCount,
  toggled,
  withAll,
  without,
} from "./selection";

type Filters = { query: string };
const none: Selection<Filters> = noSelection;
const row = (number: number): SelectableRow => ({ id: `id-${number}`, name: `skill-${number}` });
const rows = Array.from({ length: 12 }, (_, at) => row(at));
const chosen = (selection: Selection<Filters>, among = rows) =>
  among.filter(({ id }) => isSelected(selection, id)).map(({ name }) => name);
const names = (...numbers: number[]) => numbers.map((number) => row(number).name);

describe("choosing rows", () => {
  it("chooses a row and takes it back", () => {
    const one = toggled(none, row(3));
    expect(chosen(one)).toEqual(names(3));
    expect(selectedCount(one, 951)).toBe(1);
    expect(chosen(toggled(one, row(3)))).toEqual([]);
  });

  it("chooses from the last row that was touched to this one, in either direction", () => {
    const down = extendedTo(toggled(none, row(2)), rows, row(5));
    expect(chosen(down)).toEqual(names(2, 3, 4, 5));
    expect(chosen(extendedTo(down, rows, row(1)))).toEqual(names(1, 2));
  });

  it("takes a range away when it begins at a row that was taken away", () => {
    const all = withAll(none, rows.slice(0, 6), true);
    expect(chosen(extendedTo(toggled(all, row(1)), rows, row(3)))).toEqual(names(0, 4, 5));
  });

  it("leaves what was chosen elsewhere while a range grows and shrinks", () => {
    const apart = toggled(toggled(none, row(9)), row(1));
    const grown = extendedTo(apart, rows, row(10));
    expect(chosen(grown)).toHaveLength(10);
    expect(chosen(extendedTo(grown, rows, row(2)))).toEqual(names(1, 2, 9));
  });

  it("chooses the row alone when its range would begin outside of the list", () => {
    const elsewhere = toggled(none, row(40));
    expect(chosen(extendedTo(elsewhere, rows, row(4)))).toEqual(names(4));
    expect(chosen(extendedTo(none, rows, row(4)))).toEqual(names(4));
  });
});

describe("everything that matches", () => {
  it("counts what is not loaded, and leaves out what is taken away", () => {
    const all = everythingMatching<Filters>({ query: "pdf" });
    expect(selectedCount(all, 951)).toBe(951);
    const but = toggled(toggled(all, row(2)), row(3));
    expect(selectedCount(but, 951)).toBe(949);
    expect(chosen(but)).not.toContain("skill-2");
    expect([...but.marked.values()]).toEqual(names(2, 3));
    expect(selectedCount(toggled(but, row(2)), 951)).toBe(950);
  });

  it("never counts below nothing when the list shrinks", () => {
    const but = withAll(everythingMatching<Filters>({ query: "" }), rows, false);
    expect(selectedCount(but, 4)).toBe(0);
  });

  it("takes ranges away too", () => {
    const all = everythingMatching<Filters>({ query: "" });
    expect(chosen(extendedTo(toggled(all, row(8)), rows, row(11)))).toEqual(names(0, 1, 2, 3, 4, 5, 6, 7));
  });
});

describe("what the checkbox over the rows shows", () => {
  it("is off, in between or on", () => {
    expect(headState(none, rows, 12)).toBe("none");
    expect(headState(toggled(none, row(1)), rows, 12)).toBe("some");
    expect(headState(withAll(none, rows, true), rows, 12)).toBe("all");
    expect(headState(everythingMatching<Filters>({ query: "" }), rows, 12)).toBe("all");
  });

  it("is in between when only rows outside of the list are chosen", () => {
    expect(headState(toggled(none, row(40)), rows, 12)).toBe("some");
    expect(headState(none, [], 0)).toBe("none");
  });
});

describe("a list that changes under the selection", () => {
  it("forgets rows that are gone, and the range that began there", () => {
    const three = extendedTo(toggled(none, row(1)), rows, row(3));
    const left = without(three, (id) => id === "id-1");
    expect(chosen(left)).toEqual(names(2, 3));
    expect(left.anchor).toBeNull();
    expect(without(three, (id) => id === "id-2").anchor?.id).toBe("id-1");
  });

  it("follows a row that was renamed", () => {
    const one = toggled(none, row(1));
    const moved = renamed(one, [{ id: "id-1", name: "better-name" }, row(2)]);
    expect([...moved.marked.values()]).toEqual(["better-name"]);
    expect(renamed(moved, [row(2)])).toBe(moved);
  });

  it("tells a row that went from one that moved further down", () => {
    const before = { rows: rows.slice(0, 4), total: 4 };
    expect([...goneRows(before, { rows: rows.slice(1, 4), total: 3 })]).toEqual(["id-0"]);
    const long = { rows: rows.slice(0, 4), total: 951 };
    expect([...goneRows(long, { rows: [row(9), ...rows.slice(0, 3)], total: 951 })]).toEqual([]);
    expect([...goneRows(long, { rows: rows.slice(1, 5), total: 950 })]).toEqual(["id-0"]);
  });
});

type Action =
  | { kind: "toggle"; at: number }
  | { kind: "extend"; at: number }
  | { kind: "all"; chosen: boolean }
  | { kind: "matching" }
  | { kind: "clear" }
  | { kind: "gone"; at: number };

const at = fc.nat({ max: rows.length - 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant("toggle" as const), at }),
  fc.record({ kind: fc.constant("extend" as const), at }),
  fc.record({ kind: fc.constant("all" as const), chosen: fc.boolean() }),
  fc.constant({ kind: "matching" as const }),
  fc.constant({ kind: "clear" as const }),
  fc.record({ kind: fc.constant("gone" as const), at }),
);

function act(selection: Selection<Filters>, list: readonly SelectableRow[], next: Action) {
  const target = "at" in next ? list[next.at % Math.max(1, list.length)] : undefined;
  switch (next.kind) {
    case "toggle":
      return target === undefined ? selection : toggled(selection, target);
    case "extend":
      return target === undefined ? selection : extendedTo(selection, list, target);
    case "all":
      return withAll(selection, list, next.chosen);
    case "matching":
      return everythingMatching<Filters>({ query: "" });
    case "clear":
      return none;
    case "gone":
      return target === undefined ? selection : without(selection, (id) => id === target.id);
  }
}

type Model = {
  list: readonly SelectableRow[];
  chosen: ReadonlySet<string>;
  anchor: { id: string; base: ReadonlySet<string>; chooses: boolean } | null;
};

const idsOf = (list: readonly SelectableRow[]) => new Set(list.map(({ id }) => id));
const changed = (set: ReadonlySet<string>, ids: Iterable<string>, chooses: boolean) =>
  chooses ? set.union(new Set(ids)) : set.difference(new Set(ids));

function touchInModel(model: Model, id: string, chooses: boolean): Model {
  const now = changed(model.chosen, [id], chooses);
  return { ...model, chosen: now, anchor: { id, base: now, chooses } };
}

function extendInModel(model: Model, target: SelectableRow): Model {
  const { list, anchor } = model;
  const from = list.findIndex(({ id }) => id === anchor?.id);
  if (anchor === null || from === -1) return touchInModel(model, target.id, true);
  const to = list.indexOf(target);
  const range = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...model, chosen: changed(anchor.base, idsOf(range), anchor.chooses) };
}

/** The same as plain sets of the rows that exist, without a thought for what is not loaded. */
function actInModel(model: Model, next: Action): Model {
  const target = "at" in next ? model.list[next.at % Math.max(1, model.list.length)] : undefined;
  if (next.kind === "all")
    return { ...model, chosen: next.chosen ? idsOf(model.list) : new Set(), anchor: null };
  if (next.kind === "matching") return { ...model, chosen: idsOf(model.list), anchor: null };
  if (next.kind === "clear") return { ...model, chosen: new Set(), anchor: null };
  if (target === undefined) return model;
  if (next.kind === "toggle") return touchInModel(model, target.id, !model.chosen.has(target.id));
  if (next.kind === "extend") return extendInModel(model, target);
  const { anchor } = model;
  return {
    list: model.list.filter(({ id }) => id !== target.id),
    chosen: changed(model.chosen, [target.id], false),
    anchor:
      anchor === null || anchor.id === target.id
        ? null
        : { ...anchor, base: changed(anchor.base, [target.id], false) },
  };
}

describe("any order of actions", () => {
  it("agrees with plain sets of the rows that exist", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let model: Model = { list: rows, chosen: new Set(), anchor: null };
        let selection: Selection<Filters> = none;
        for (const next of actions) {
          selection = act(selection, model.list, next);
          model = actInModel(model, next);
          const { list } = model;
          const here = list.filter(({ id }) => isSelected(selection, id)).map(({ id }) => id);
          expect(here).toEqual(list.map(({ id }) => id).filter((id) => model.chosen.has(id)));
          expect(selectedCount(selection, list.length)).toBe(model.chosen.size);
          const head = model.chosen.size === 0 ? "none" : model.chosen.size === list.length ? "all" : "some";
          expect(headState(selection, list, list.length)).toBe(head);
        }
      }),
      { numRuns: 400, seed: 20261122 },
    );
  });
});
