import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { capabilitiesInFolder } from "./capabilities-folder";
import { checkCases, parseCases } from "./conformance-cases";
import { checkFolder } from "./conformance-folder";
import { findInFolder } from "./findings-folder";
import { printRules } from "./print-rules";

const defaultCases = "../shared/conformance/skills-ref-cases.json";

/**
 * `<cases.json>` or `<folder>`, `--json`, `--findings` or `--capabilities [--sample 50 --seed 1]` for a folder, or `--rules`. Answers the
 * exit code; prints what it found.
 */
export function runConformance(args: readonly string[]): number {
  if (args.includes("--rules")) return printRules();
  const json = args.includes("--json");
  const given = args.find(
    (arg, index) => !arg.startsWith("--") && !/^--(?:sample|seed)$/.test(args[index - 1] ?? ""),
  );
  const path = resolve(given ?? defaultCases);
  if (!existsSync(path)) {
    console.log(
      given ? `There is no ${path}.` : `Skipped: ${defaultCases} is not here. Name a file or a folder.`,
    );
    return given ? 2 : 0;
  }
  if (statSync(path).isDirectory()) return lookAtFolder(path, args, json);
  return checkCases(parseCases(readFileSync(path, "utf8")), json);
}

function lookAtFolder(path: string, args: readonly string[], json: boolean): number {
  const options = { json, sample: numberOf(args, "--sample", 0), seed: numberOf(args, "--seed", 1) };
  if (args.includes("--findings")) return findInFolder(path, options);
  return args.includes("--capabilities") ? capabilitiesInFolder(path, options) : checkFolder(path, json);
}

function numberOf(args: readonly string[], option: string, otherwise: number): number {
  const at = args.indexOf(option);
  const value = at < 0 ? otherwise : Number(args[at + 1]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${option} takes a whole number.`);
  return value;
}
