import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FoundPackage, findPackages } from "@/lib/bundles/find-packages";
import { type Finding, findFindings } from "@/lib/findings/find-findings";

type OnDisk = { path: string; place: string };

/** Counts findings per rule over every skill below a folder; `--json` prints each one, for reading. */
export function findInFolder(folder: string, json: boolean): number {
  const files = [...listFiles(folder)].map((place): OnDisk => ({ path: relative(folder, place), place }));
  const { packages } = findPackages(files, "skill");
  const found = packages.map((one) => ({ root: one.root, findings: scan(one) }));
  const all = found.flatMap(({ root, findings }) => findings.map((finding) => ({ root, ...finding })));
  if (json) {
    console.log(JSON.stringify(all, null, 1));
    return 0;
  }
  const rules = new Map<string, { severity: string; times: number; skills: Set<string> }>();
  for (const { rule, severity, root } of all) {
    const entry = rules.get(rule) ?? { severity, times: 0, skills: new Set<string>() };
    entry.times++;
    entry.skills.add(root);
    rules.set(rule, entry);
  }
  console.log(`skills: ${packages.length}, files: ${files.length}, findings: ${all.length}`);
  for (const [rule, { severity, times, skills }] of [...rules].sort(
    (left, right) => right[1].times - left[1].times,
  ))
    console.log(
      `${rule.padEnd(24)} ${severity.padEnd(9)} ${String(times).padStart(6)} in ${skills.size} skills`,
    );
  const blocked = found.filter(({ findings }) => findings.some((finding) => finding.severity === "blocking"));
  console.log(`skills with a blocking finding: ${blocked.length}`);
  for (const { root } of blocked) console.log(`  ${root}`);
  return 0;
}

function scan({ files }: FoundPackage<OnDisk>): Finding[] {
  return findFindings(
    files.map(({ path, place }) => {
      const bytes = readFileSync(place);
      return { path, bytes, size: bytes.length };
    }),
  );
}

function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* listFiles(join(folder, entry.name));
    else if (entry.isFile()) yield join(folder, entry.name);
}
