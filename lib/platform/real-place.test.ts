import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { realPlace } from "./real-place";

let top = "";
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), "real-place-")));
  mkdirSync(path.join(top, "skills"));
  symlinkSync("skills", path.join(top, "link"));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

it("follows links, also above what is not there yet", () => {
  expect(realPlace(path.join(top, "link"))).toBe(path.join(top, "skills"));
  expect(realPlace(path.join(top, "link/later/deeper"))).toBe(path.join(top, "skills/later/deeper"));
  expect(realPlace(path.join(top, "none"))).toBe(path.join(top, "none"));
  expect(realPlace("/")).toBe("/");
});

it("leaves a link that leads round in a circle as it stands", () => {
  symlinkSync("round", path.join(top, "round"));
  expect(realPlace(path.join(top, "round/on"))).toBe(path.join(top, "round/on"));
});
