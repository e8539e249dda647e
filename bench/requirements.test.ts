import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
const rows = readFileSync(path.join(root, "bench/requirements.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| [A-E]\d+ \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

it("every requirement has a verdict, and what differs or is open says why", () => {
  expect(rows.length).toBeGreaterThan(90);
  for (const [, id, asked, verdict = ""] of rows) {
    expect(asked, id).not.toBe("");
    expect(verdict, id).toMatch(/^(?:works|differs, because .|waits for scripts|open: .)/);
  }
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length);
});

it("every requirement names a test that is there", () => {
  for (const [, id, , , shown = ""] of rows) {
    const files = [...shown.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    expect(files.length, id).toBeGreaterThan(0);
    for (const file of files) {
      expect(file, id).toMatch(/\.(?:test|spec)\.m?tsx?$|\.test\.mjs$/);
      expect(existsSync(path.join(root, file)), `${id}: ${file}`).toBe(true);
    }
  }
});
