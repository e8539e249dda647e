import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { describe, expect, it } from "vitest";
import { faults } from "./faults";
import { plantIn } from "./planted-fault";

const read = (file: string) => readFileSync(join(process.cwd(), file), "utf8");

describe("the faults of other harnesses", () => {
  it("are 17", () => {
    expect(faults).toHaveLength(17);
  });

  it.each(faults)("$fault: there is a test of it", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, title] of tests) expect(read(file)).toContain(title);
  });

  it.each(faults)("$fault: the place is there where it would be put in", ({ changes }) => {
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(plantIn(read(change.file), change)).not.toBe(read(change.file));
  });

  it.each(faults)("$fault: with it the file is still a program", async ({ changes }) => {
    for (const change of changes)
      await expect(transformWithOxc(plantIn(read(change.file), change), change.file)).resolves.toBeDefined();
  });
});

describe("plantIn", () => {
  it("puts in what is written, though it looks like a pattern", () => {
    expect(plantIn("a b c", { file: "x.ts", find: "b", put: "$& $1" })).toBe("a $& $1 c");
  });

  it("does not guess: the place has to stand there once", () => {
    expect(() => plantIn("a", { file: "x.ts", find: "b", put: "" })).toThrow('"b" stands 0 times in x.ts');
    expect(() => plantIn("b b", { file: "x.ts", find: "b", put: "" })).toThrow('"b" stands 2 times in x.ts');
  });
});
