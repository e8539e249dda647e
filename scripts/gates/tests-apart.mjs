// Which database tests may share a process. Loading the modules again for every file took longer than most tests do.
import fs from "node:fs";
import path from "node:path";

/** What a file changes that its neighbours in a process would meet: its environment, modules, clock, what a server keeps. */
const changes =
  /\bprocess\.env\b|\bstubEnv\b|\bvi\.(?:mock|doMock|resetModules|useFakeTimers|spyOn)\b|\bglobalThis\.greenroom/;
/** These make a file's database, and take it away with what a server kept of it. */
const bases = ["database.ts", "db-setup.ts", "db-global.ts"];

/**
 * Of the database tests below `root`, paths from there with `/`: those that need a process of their own, because they or
 * a module of `lib/testing` that they import change what a process shares; and all others. Both in order.
 */
export function sortDatabaseTests(root) {
  const read = (file) => fs.readFileSync(path.join(root, file), "utf8");
  const list = (pattern) =>
    fs
      .globSync(pattern, { cwd: root })
      .map((file) => file.split(path.sep).join("/"))
      .sort();
  const props = new Map(
    list("lib/testing/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts") && !bases.includes(path.basename(file)))
      .map((file) => [file, read(file)]),
  );
  const changing = findChanging(props);
  const sorted = { apart: [], together: [] };
  for (const file of list("{lib,bench}/**/*.db.test.ts")) {
    const source = read(file);
    const isApart = changes.test(source) || importsOf(file, source).some((other) => changing.has(other));
    sorted[isApart ? "apart" : "together"].push(file);
  }
  return sorted;
}

/** Those of `props`, sources by path, that change something or import one that does. */
function findChanging(props) {
  const changing = new Set([...props].flatMap(([file, source]) => (changes.test(source) ? [file] : [])));
  for (let known = -1; known < changing.size; ) {
    known = changing.size;
    for (const [file, source] of props)
      if (importsOf(file, source).some((other) => changing.has(other))) changing.add(file);
  }
  return changing;
}

/** The files of this project that a source names, whether they are there or not. */
const importsOf = (file, source) =>
  [...source.matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g)].flatMap(([, name]) => {
    if (name.startsWith("@/")) return [`${name.slice(2)}.ts`];
    return name.startsWith(".") ? [`${path.posix.join(path.posix.dirname(file), name)}.ts`] : [];
  });
