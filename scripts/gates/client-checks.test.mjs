import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "../paths.mjs";
import { clientBenches, countClientChecks } from "./client-checks.mjs";

const held = {
  code: 0,
  output: "ok   git: clone   a line\nok   git: pull    ok, MISS nothing\n2 of 2 hold.\n",
};

it("names benches that are there", () => {
  for (const [name] of clientBenches) expect(existsSync(inProject("bench", name, "run.ts")), name).toBe(true);
});

it("counts the checks that hold, of all benches", () => {
  const twice = countClientChecks([held, held]);
  expect(twice).toEqual({ passed: 4, failed: 0, note: "", output: "" });
});

it("counts those that miss, and shows everything that was said", () => {
  const missed = { code: 1, output: "ok   add\nMISS update   nothing\n1 of 2 hold.\n" };
  const result = countClientChecks([held, missed]);
  expect(result).toMatchObject({ passed: 3, failed: 1 });
  expect(result.output).toBe(`${held.output}\n${missed.output}`);
});

it("takes a bench that broke for a failure, although no check missed", () => {
  const broken = { code: 1, output: "Error: the database does not answer\n" };
  expect(countClientChecks([held, broken])).toMatchObject({ passed: 2, failed: 1 });
});

it("says which clients were left out, and does not count them", () => {
  const message = "skills 1.7.4 is not in /cache and cannot be fetched (npm error code ENOTFOUND): left out.";
  const result = countClientChecks([{ code: 0, output: `${message}\n` }]);
  expect(result).toEqual({ passed: 0, failed: 0, note: message, output: "" });
});
