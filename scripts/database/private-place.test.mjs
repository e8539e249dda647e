import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { privatePlace } from "./private-place.mjs";

let home;
let said;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-private-"));
  said = [];
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const at = (name) => path.join(home, name);
const placeOf = (name) => privatePlace(at(name), at("state"), (line) => said.push(line));
const copy = (from, to) => fs.cpSync(at(from), at(to), { recursive: true });

describe("privatePlace", () => {
  it("is the same at every start, and another for another folder", () => {
    const place = placeOf("one");
    expect(placeOf("one")).toBe(place);
    expect(placeOf("two")).not.toBe(place);
    expect(said).toEqual([]);
  });

  it("stays with a folder that moves, and says so once", () => {
    const place = placeOf("one");
    fs.renameSync(at("one"), at("two"));
    expect([placeOf("two"), placeOf("two")]).toEqual([place, place]);
    expect(said).toEqual([
      `The data folder was moved here from ${at("one")}; its database stays in ${place}`,
    ]);
  });

  it("never goes to a copy while the original is there", () => {
    const place = placeOf("one");
    copy("one", "two");
    expect(() => placeOf("two")).toThrow(
      new RegExp(
        `^${at("two")} is a copy of ${at("one")}, whose database lies in ${place} and stays with it`,
      ),
    );
    expect(placeOf("one")).toBe(place);
  });

  it("goes to one that moved to another disk, where the original has gone", () => {
    const place = placeOf("one");
    copy("one", "two");
    fs.rmSync(at("one"), { recursive: true });
    expect(placeOf("two")).toBe(place);
  });

  it("is new for a new folder where an old one used to be", () => {
    const place = placeOf("one");
    fs.rmSync(at("one"), { recursive: true });
    expect(placeOf("one")).not.toBe(place);
  });

  it("is missed when it has gone, and not made anew and empty", () => {
    const place = placeOf("one");
    fs.rmSync(place, { recursive: true });
    expect(() => placeOf("one")).toThrow(/should lie in .+, and is not there; restore it from a backup/);
  });
});
