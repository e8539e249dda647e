import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastLine } from "../last-line";
import { type Check, reportChecks } from "../report-checks";
import { runUntilEnded } from "../run-until-ended";
import { faults } from "./faults";
import type { PlantedFault } from "./planted-fault";
import { type Named, readResults } from "./read-results";

const root = join(import.meta.dirname, "../..");
const longest = 20 * 60_000;

/**
 * `npm run bench -- planted-faults [--only word]`: puts each known fault of other harnesses into the code, in memory, and runs the
 * tests that are named for it. Exits 1 when one is green with its fault, or red without.
 */
export async function run(options: readonly string[]): Promise<number> {
  const only = options.includes("--only") ? options[options.indexOf("--only") + 1] : "";
  const chosen = [...faults.entries()].filter(([, { fault }]) => only !== undefined && fault.includes(only));
  if (chosen.length === 0) {
    console.error("--only takes a word that stands in the name of a fault.");
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "greenroom-faults-"));
  try {
    const tests = chosen.flatMap(([, one]) => one.tests);
    const checks = [await check("none of them put in: the tests are green", tests, "passed", { folder })];
    for (const [planted, one] of chosen)
      checks.push(await check(one.fault, one.tests, "failed", { folder, planted }));
    return reportChecks(checks) === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Place = { folder: string; planted?: number };

async function check(
  what: string,
  tests: PlantedFault["tests"],
  wanted: Named["came"],
  place: Place,
): Promise<Check> {
  const { named, said } = await runTests(tests, place);
  const others = named.filter(({ came }) => came !== wanted);
  const seen =
    named.length === 0
      ? `nothing ran: ${lastLine(said)}`
      : others.map(({ file, title, came }) => `${came}: ${file}, ${title}`).join("; ");
  return { what, holds: named.length > 0 && others.length === 0, seen: seen || `${named.length} ${wanted}` };
}

async function runTests(tests: PlantedFault["tests"], { folder, planted }: Place) {
  const report = join(folder, `${planted ?? "none"}.json`);
  const files = [...new Set(tests.map(([file]) => file))];
  const titles = tests.map(([, title]) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const { said } = await runUntilEnded(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      join(root, "bench/planted-faults/vitest.config.ts"),
      "--reporter=json",
      `--outputFile=${report}`,
      "--testNamePattern",
      titles,
      ...files,
    ],
    {
      cwd: root,
      env: { ...process.env, GREENROOM_PLANTED_FAULT: String(planted ?? "none") },
      timeout: longest,
    },
  );
  return { named: readWritten(report, tests), said };
}

/** Nothing, where the run did not get as far as a report. */
function readWritten(report: string, tests: PlantedFault["tests"]): Named[] {
  try {
    return readResults(readFileSync(report, "utf8"), tests);
  } catch {
    return [];
  }
}
