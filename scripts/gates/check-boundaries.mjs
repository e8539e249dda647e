// Gate: every import follows scripts/architecture-table.mjs, and the tool really looked at every module.
import fs from "node:fs";
import path from "node:path";
import { inProject, isMain, root } from "../paths.mjs";
import { cruise } from "./cruise.mjs";
import { drawPicture, sayPicture } from "./picture.mjs";

/** @returns {{ problems: string[], summary: string }} */
export function checkBoundaries() {
  const { sources, imports, violations } = cruise(root);
  const problems = violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`);
  const picture = drawPicture(imports);
  for (const { folder, backUp, mutual } of picture)
    problems.push(...[...backUp, ...mutual].map((arrow) => `runs back up in ${folder}: ${arrow}`));
  // A tool that cannot read TypeScript finds no modules and reports no violations.
  const seen = new Set(sources);
  for (const file of sourceFiles("lib")) if (!seen.has(file)) problems.push(`not looked at: ${file}`);
  if (seen.size === 0) problems.push("no module was looked at");
  const cycles = violations.filter(({ rule }) => rule === "no-cycles").length;
  const said = [`${seen.size} modules`, ...picture.map(sayPicture), `${cycles} cycles of values`];
  return { problems, summary: said.join("; ") };
}

function sourceFiles(folder) {
  return fs
    .readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !file.startsWith("lib/db/generated/"));
}

if (isMain(import.meta.url)) {
  const { problems, summary } = checkBoundaries();
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? `Boundaries hold: ${summary}` : `${problems.length} violations`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
