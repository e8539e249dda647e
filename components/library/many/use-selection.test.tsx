import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SkillFilters } from "@/components/data/skill-filters";
import type { SelectableRow } from "./selection";
import { useSelection } from "./use-selection";

const row = (name: string, id = name): SelectableRow => ({ id, name });
const rows = ["a", "b", "c", "d"].map((name) => row(name));
type Shown = {
  rows: readonly SelectableRow[];
  total: number;
  filters: SkillFilters;
  isCurrent: boolean;
};
const first: Shown = { rows, total: 9, filters: { query: "" }, isCurrent: true };

function hold(shown: Partial<Shown> = {}) {
  let props = { ...first, ...shown };
  const { result, rerender } = renderHook((next: Shown) => useSelection(next), { initialProps: props });
  return {
    get now() {
      return result.current;
    },
    choose: (...names: string[]) =>
      act(() => {
        for (const name of names) result.current.choose(row(name), { range: false });
      }),
    do: (what: (selection: typeof result.current) => void) => act(() => what(result.current)),
    show: (change: Partial<Shown>) => {
      props = { ...props, ...change };
      rerender(props);
    },
  };
}

describe("what is sent for a selection", () => {
  it("is names in the order in which they were chosen", () => {
    const list = hold();
    list.choose("c", "a");
    expect(list.now.chosen).toEqual({ names: ["c", "a"] });
    expect(list.now.count).toBe(2);
  });

  it("is the filters and what is left out, once all that match are chosen", () => {
    const list = hold({ filters: { query: "pdf", state: "draft" } });
    list.do(({ chooseMatching }) => chooseMatching());
    expect(list.now.isWhole).toBe(true);
    list.choose("b");
    expect(list.now.chosen).toEqual({ matching: { query: "pdf", state: "draft" }, except: ["b"] });
    expect([list.now.count, list.now.isWhole, list.now.isMatching]).toEqual([8, false, true]);
  });
});

describe("a list that changes", () => {
  it("is not looked at while it still shows the earlier answer", () => {
    const list = hold({ total: 4 });
    list.choose("a");
    list.show({ rows: [], total: 0, isCurrent: false });
    expect(list.now.count).toBe(1);
    list.show({ rows: rows.slice(1), total: 3, isCurrent: true });
    expect(list.now.count).toBe(0);
  });

  it("renames what was chosen", () => {
    const list = hold();
    list.choose("a");
    list.show({ rows: [row("better", "a"), ...rows.slice(1)] });
    expect(list.now.chosen).toEqual({ names: ["better"] });
  });

  it("keeps what moved out of the part that is loaded", () => {
    const list = hold();
    list.choose("d");
    list.show({ rows: [row("new"), ...rows.slice(0, 3)], total: 10 });
    expect(list.now.chosen).toEqual({ names: ["d"] });
  });

  it("counts all that match anew", () => {
    const list = hold();
    list.do(({ chooseMatching }) => chooseMatching());
    list.show({ total: 12 });
    expect(list.now.count).toBe(12);
  });

  it("begins with nothing under other filters after all that match, and keeps names", () => {
    const list = hold();
    list.do(({ chooseMatching }) => chooseMatching());
    list.show({ filters: { query: "x" } });
    expect(list.now.count).toBe(0);
    list.choose("a");
    expect(list.now.chosen).toEqual({ names: ["a"] });
    list.show({ filters: { query: "y" } });
    expect(list.now.chosen).toEqual({ names: ["a"] });
  });
});

describe("after something was done", () => {
  it("lets go of what is dealt with", () => {
    const list = hold();
    list.choose("a", "b", "c");
    list.do(({ letGo }) => letGo({ done: ["a", "c"], left: ["b"] }));
    expect(list.now.chosen).toEqual({ names: ["b"] });
  });

  it("holds what is left of all that matched, as far as it is shown", () => {
    const list = hold();
    list.do(({ chooseMatching }) => chooseMatching());
    list.do(({ letGo }) => letGo({ done: ["a", "b", "c"], left: ["d", "far-away"] }));
    expect(list.now.chosen).toEqual({ names: ["d"] });
    expect(list.now.isMatching).toBe(false);
  });
});

describe("a range by keys", () => {
  it("begins at the first row when nothing was touched", () => {
    const list = hold();
    list.do(({ extend }) => extend(row("b"), row("c")));
    expect(list.now.chosen).toEqual({ names: ["b", "c"] });
    list.do(({ extend }) => extend(row("c"), row("d")));
    expect(list.now.count).toBe(3);
  });
});
