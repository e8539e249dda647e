import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FoundPackage, findPackages } from "@/lib/bundles/find-packages";
import { type Finding, findFindings } from "@/lib/findings/find-findings";
import { print, printJson } from "../print-text";
import { randomFrom } from "./generate-skills";

type OnDisk = { path: string; place: string };

export type FindingsOptions = {
  json: boolean;
  /** So many findings with the lines around them, drawn at random by `seed`: for reading. */
  sample: number;
  seed: number;
};

type Placed = Finding & { root: string };

/** Counts findings per rule over every skill below a folder; `json` prints each one. */
export function findInFolder(folder: string, { json, sample, seed }: FindingsOptions): number {
  const files = [...listFiles(folder)].map((place): OnDisk => ({ path: relative(folder, place), place }));
  const { packages } = findPackages(files, "skill");
  const start = performance.now();
  const all = packages.flatMap((one) => scan(one).map((finding): Placed => ({ root: one.root, ...finding })));
  const milliseconds = performance.now() - start;
  if (json) {
    printJson(all);
    return 0;
  }
  print(`skills: ${packages.length}, files: ${files.length}, findings: ${all.length}`);
  print(`scanned in ${milliseconds.toFixed(0)} ms, reading included`);
  printRules(all);
  printBlocked(all, packages.length);
  for (const finding of draw(all, sample, seed)) printInContext(folder, finding);
  return 0;
}

function printRules(all: readonly Placed[]): void {
  const byRule = [...Map.groupBy(all, ({ rule }) => rule)].sort(
    (left, right) => right[1].length - left[1].length,
  );
  for (const [rule, found] of byRule) {
    const skills = new Set(found.map(({ root }) => root)).size;
    const severity = found[0]?.severity ?? "";
    print(`${rule.padEnd(24)} ${severity.padEnd(9)} ${String(found.length).padStart(6)} in ${skills} skills`);
  }
}

function printBlocked(all: readonly Placed[], skills: number): void {
  const blocked = new Set(all.filter(({ severity }) => severity === "blocking").map(({ root }) => root));
  const share = skills === 0 ? "-" : `${((blocked.size / skills) * 100).toFixed(2)} %`;
  print(`skills with a blocking finding: ${blocked.size} (${share})`);
  for (const root of blocked) print(`  ${root}`);
}

/** Without repeats; the same seed draws the same. */
export function draw<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed);
  const rest = [...all];
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}

const contextLines = 2;

/** Secrets are in a reader's own files, so the lines are printed as they are. */
function printInContext(folder: string, { root, path, rule, severity, range, message }: Placed): void {
  print(`\n${rule} (${severity}) ${join(root, path)}:${range.startLine}:${range.startColumn}\n  ${message}`);
  const lines = readFileSync(join(folder, root, path), "utf8").split("\n");
  const first = Math.max(1, range.startLine - contextLines);
  for (let line = first; line <= Math.min(lines.length, range.startLine + contextLines); line++)
    print(`  ${String(line).padStart(5)} | ${(lines[line - 1] ?? "").slice(0, 200)}`);
}

function scan({ files }: FoundPackage<OnDisk>): Finding[] {
  return findFindings(
    files.map(({ path, place }) => {
      const bytes = readFileSync(place);
      return { path, bytes, size: bytes.length };
    }),
  );
}

export function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* listFiles(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
}
