import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { parseSkill } from "@/lib/skills/parse-skill";
import { referenceVerdict } from "@/lib/skills/reference-validator";
import { print, printJson } from "../print-text";

type Loaded = {
  path: string;
  loads: boolean;
  strictlyValid: boolean;
  repairs: string[];
  refusals: string[];
};

/** Rules whose lenient warning means: read, although the specification would not. */
const repairRules = new Set([
  "frontmatter-missing",
  "frontmatter-misplaced",
  "byte-order-mark",
  "line-endings",
  "yaml-unquoted-value",
  "yaml-flow",
  "unknown-field",
  "host-field",
  "name-missing",
  "name-empty",
  "name-too-long",
  "name-upper-case",
  "name-hyphen-edge",
  "name-double-hyphen",
  "name-characters",
  "name-mismatch",
  "description-missing",
  "description-empty",
  "description-too-long",
  "compatibility-type",
  "compatibility-too-long",
  "metadata-type",
  "allowed-tools-type",
  "allowed-tools-commas",
  "skill-file-case",
]);

/** Loads every SKILL.md below a folder and prints how many load, with which repairs and refusals. */
export function checkFolder(folder: string, json: boolean): number {
  const results = [...skillFiles(folder)].sort().map((path) => load(folder, path));
  const loaded = results.filter((result) => result.loads);
  const strict = results.filter((result) => result.strictlyValid);
  const repairs = count(loaded.flatMap((result) => result.repairs));
  const refused = results.filter((result) => !result.loads);
  const summary = { skills: results.length, loaded: loaded.length, strictlyValid: strict.length, repairs };
  if (json) {
    printJson({ ...summary, refused, results });
  } else {
    print(`skills: ${results.length}`);
    print(`load leniently: ${loaded.length} (${share(loaded.length, results.length)})`);
    print(`strictly valid: ${strict.length} (${share(strict.length, results.length)})`);
    print("repairs:");
    for (const [rule, times] of Object.entries(repairs)) print(`  ${String(times).padStart(5)}  ${rule}`);
    print(`refused: ${refused.length}`);
    for (const { path, refusals } of refused) print(`  ${path}: ${refusals.join("; ")}`);
  }
  return 0;
}

function load(folder: string, path: string): Loaded {
  const bytes = readFileSync(path);
  const shown = relative(folder, path);
  if (bytes.length > packageLimits.skillFileBytes) {
    const reason = `skill-file-too-large: ${formatBytes(bytes.length)}`;
    return { path: shown, loads: false, strictlyValid: false, repairs: [], refusals: [reason] };
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const options = { folderName: basename(dirname(path)), path: basename(path) };
  const lenient = parseSkill(text, { ...options, mode: "lenient" });
  const { errors } = referenceVerdict(text, options.folderName);
  return {
    path: shown,
    loads: lenient.loads,
    strictlyValid: errors.length === 0,
    repairs: [...new Set(lenient.issues.map((issue) => issue.rule).filter((rule) => repairRules.has(rule)))],
    refusals: lenient.issues
      .filter((issue) => issue.severity === "error")
      .map(
        (issue) => `${issue.rule} at ${issue.range.startLine}:${issue.range.startColumn}: ${issue.message}`,
      ),
  };
}

function* skillFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  if (names.has("SKILL.md")) yield join(folder, "SKILL.md");
  else if (names.has("skill.md")) yield join(folder, "skill.md");
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git")
      yield* skillFiles(join(folder, entry.name));
}

function count(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((left, right) => right[1] - left[1]));
}

const share = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((part / whole) * 100).toFixed(2)} %`;
