import { describe, expect, it } from "vitest";
import { componentAreas, mayImport } from "./architecture-table.mjs";

/** Rows that name one which stands below them: an arrow back up, or the half of a mutual pair. */
function arrowsBackUp(table) {
  const order = Object.keys(table);
  return Object.entries(table).flatMap(([name, allowed]) =>
    allowed
      .filter((other) => order.indexOf(other) >= order.indexOf(name))
      .map((other) => `${name} -> ${other}`),
  );
}

describe("the tables of what may import what", () => {
  // `testing` is imported by nobody outside tests, so what it needs of the API is no arrow back.
  it.each([
    ["lib", mayImport],
    ["components", componentAreas],
  ])("read from the ground up in %s: no row leans on one below it", (_folder, table) => {
    expect(arrowsBackUp(table)).toEqual([]);
  });

  it("name only what they list", () => {
    for (const table of [mayImport, componentAreas])
      expect(
        Object.values(table)
          .flat()
          .filter((name) => !Object.hasOwn(table, name)),
      ).toEqual([]);
  });

  it("would show an arrow back up", () => {
    expect(arrowsBackUp({ a: ["b"], b: [] })).toEqual(["a -> b"]);
  });
});
