// Gate: names, places and sizes of files, and the few words that belong in one place only.
import fs from "node:fs";
import path from "node:path";
import { mayImport, pureModules, rooms } from "../architecture-table.mjs";
import { inProject, isMain, root } from "../paths.mjs";

// deploy/: what operators copy to where they run and watch it; no code of the app.
const FOLDERS = ["app", "bench", "components", "deploy", "e2e", "lib", "prisma", "public", "scripts", ".ci"];
const NOT_OURS = [".git", ".data", ".next", "node_modules", "coverage", "test-results", "playwright-report"];
const GENERATED = /^(lib\/db\/generated\/|prisma\/migrations\/)/;

const BANNED =
  /^(index|utils|helpers|misc|common|types|service|manager)$|-(utils|helpers|misc|service|manager)$/;
const MODULE_FOLDERS = ["adapters", "commands", "fixtures", "internal", "routes", "writes"];
const APP_FILES =
  /^(page|layout|template|loading|error|global-error|not-found|default|route|globals|icon|apple-icon|manifest|robots)\.(tsx?|css|svg|png)$/;

/** Where rows are written: by commands, by what they share below their permission, by what stands at a port. */
const WRITES_HERE = /^lib\/[^/]+\/(commands\.ts$|(commands|writes|adapters)\/)/;
const NAMED_AS_READ = /^(queries|(get|list|find|read|count)-.+)$/;

const MAX_LINES = 300;
const MAX_ARCHITECTURE_LINES = 150;

const isSource = (file) => /\.(ts|tsx|mts|mjs|cjs)$/.test(file);
const isTypeScript = (file) => /\.tsx?$/.test(file);
const isTest = (file) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(file);

/** Prisma's writes of a table of ours, whatever the database is called there, and SQL that writes one. */
const modelNames = () =>
  [...fs.readFileSync(inProject("prisma/schema.prisma"), "utf8").matchAll(/^model (\w)(\w*)/gm)].map(
    ([, first, rest]) => first.toLowerCase() + rest,
  );
const prismaWrite = new RegExp(
  `\\.\\s*(?:${modelNames().join("|")})\\s*\\.\\s*(?:create|update|upsert|delete)(?:Many)?(?:AndReturn)?\\s*\\(`,
);
const sqlWrite =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+"|\$(?:execute|query)RawUnsafe\b/;

const stemOf = (file) => path.posix.basename(file).split(".")[0];

/** Each rule looks at one file: `{ file, parts, text() }` -> what is wrong, or nothing. */
const rules = {
  "top-level-folder": ({ parts }) =>
    parts.length > 1 &&
    !FOLDERS.includes(parts[0]) &&
    `is in ${parts[0]}/; the folders are ${FOLDERS.join(", ")}`,

  "banned-name": ({ parts }) => {
    const bad = parts.map(stemOf).find((stem) => BANNED.test(stem));
    return bad && `"${bad}" says nothing about what is inside; name it after its main export`;
  },

  "kebab-case": ({ file, parts }) => {
    if (parts.length === 1 || !isSource(file)) return false;
    const names = [
      ...parts.slice(0, -1).filter((part) => !(parts[0] === "app" && /^[([@_]/.test(part))),
      stemOf(file),
    ];
    const bad = names.find((name) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(name));
    return bad && `"${bad}" is not kebab-case`;
  },

  "module-folders": ({ parts }) => {
    if (parts[0] !== "lib") return false;
    if (parts.length === 2) return "lies in lib/ itself; every file belongs to a module";
    if (!Object.hasOwn(mayImport, parts[1]))
      return `lib/${parts[1]} is not in scripts/architecture-table.mjs`;
    if (parts.length === 3 || parts[2] === "fixtures") return false;
    const folders = [...MODULE_FOLDERS, ...(rooms[parts[1]] ?? [])];
    if (!folders.includes(parts[2])) return `the folders of lib/${parts[1]} are ${folders.join(", ")}`;
    return parts.length > 4 && "is nested too deep";
  },

  "pure-modules-hold-no-data-files": ({ parts }) =>
    parts[0] === "lib" &&
    Object.hasOwn(pureModules, parts[1]) &&
    /^(queries|commands)(\.ts)?$/.test(parts[2]) &&
    "queries and commands belong to server modules",

  "only-commands-writes-and-adapters-write": ({ file, parts, text }) => {
    if (parts[0] !== "lib" || parts[1] === "testing" || !isTypeScript(file) || isTest(file)) return false;
    if (WRITES_HERE.test(file)) return false;
    const found = prismaWrite.exec(text()) ?? sqlWrite.exec(text());
    return (
      found &&
      `writes (${found[0].replaceAll(/\s+/g, "")}); rows are written in commands/, writes/ and adapters/ only`
    );
  },

  "reads-lie-outside-commands-and-writes": ({ file, parts }) =>
    /^(commands|writes)$/.test(parts[2]) &&
    parts[0] === "lib" &&
    NAMED_AS_READ.test(stemOf(file)) &&
    `"${stemOf(file)}" is the name of a read and lies where rows are written`,

  "react-stays-out-of-lib": ({ file, parts }) =>
    parts[0] === "lib" && file.endsWith(".tsx") && "components belong in components/",

  "app-holds-routes-only": ({ parts }) =>
    parts[0] === "app" &&
    !APP_FILES.test(parts.at(-1)) &&
    "app/ holds routes only; the rest goes to components/ or lib/",

  "file-length": ({ file, text }) => {
    const lines = isSource(file) ? text().split("\n").length - 1 : 0;
    return lines > MAX_LINES && `${lines} lines; ${MAX_LINES} is the limit, so it is more than one thought`;
  },

  "environment-is-read-in-one-place": ({ file, parts, text }) => {
    if (!isSource(file) || parts[0] === "scripts" || parts[0] === "e2e" || parts[0] === "bench") return false;
    if (isTest(file) || /^lib\/(platform|testing)\//.test(file) || /^[^/]+\.config\.(ts|mjs)$/.test(file))
      return false;
    // Next.js replaces these two at build time; they are no configuration.
    const rest = text().replaceAll(/process\.env\.(NODE_ENV|NEXT_RUNTIME)\b/g, "");
    return rest.includes("process.env") && "process.env is read in lib/platform/env.ts only";
  },

  // A database that does not answer must not keep anybody waiting without an end.
  "connections-have-limits": ({ file, parts, text }) => {
    if (!isSource(file) || isTest(file) || parts[1] === "testing" || parts[0] === "e2e") return false;
    const made = [...text().matchAll(/new pg\.(?:Client|Pool)\(([^;]*);/g)];
    const open = made.find(([, options]) => !/connectionTimeoutMillis|connectionOptions\(/.test(options));
    return open && `opens a connection without connectionTimeoutMillis (${open[0].slice(0, 60)})`;
  },

  // What is spelt twice drifts: a key that nobody asks by again, an address that no page has.
  "keys-and-addresses-in-one-place": ({ file, parts, text }) => {
    if (!["app", "components"].includes(parts[0]) || parts[1] === "data" || isTest(file)) return false;
    const key =
      /\b(?:queryKey|mutationKey): *\[|\.(?:get|set)Quer(?:y|ies)(?:Data|State)(?:<[^()]*>)?\(\s*\[/;
    const found = (isTypeScript(file) && (key.exec(text()) ?? /`\/w\/\$\{/.exec(text()))) || null;
    return found && `spells a query's key or a page's address (${found[0]}); components/data has them`;
  },

  // What a package keeps to itself changes without a word in its next version.
  "packages-by-their-public-entries": ({ file, parts, text }) => {
    if (!["app", "components"].includes(parts[0]) || isTest(file) || parts.includes("fixtures")) return false;
    const found = /from "[\w@][^"]*\/(?:internal|dist)(?:\/[^"]*)?"/.exec(text().replaceAll('"@/', '"./'));
    return found && `takes a private entry of a package (${found[0]})`;
  },

  // What stops publishing has one decider: a second one would let pass what the first holds back.
  "what-blocks-is-decided-in-one-place": ({ file, parts, text }) =>
    ["lib", "components"].includes(parts[0]) &&
    isTypeScript(file) &&
    !isTest(file) &&
    file !== "lib/findings/blocks-publishing.ts" &&
    /severity\)? *[!=]== *"blocking"|"blocking" *[!=]== *\w*severity/.test(text()) &&
    "decides whether a finding blocks; lib/findings/blocks-publishing.ts does",

  "named-exports": ({ parts, file, text }) =>
    ["lib", "components"].includes(parts[0]) &&
    isTypeScript(file) &&
    /^export default /m.test(text()) &&
    "default exports are for app/ and configuration",

  "nothing-left-open": ({ file, parts, text }) => {
    if (!isTypeScript(file) || parts[0] === "scripts") return false;
    const found = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|\.(only|skip)\(/.exec(text());
    return found && `holds "${found[0]}"`;
  },

  // Where packages come from is the business of whoever installs them.
  "no-registry-is-named": ({ file, text }) => {
    const found = /\.(png|ico|zip|gz|woff2?)$/.test(file)
      ? null
      : /\/\/[\w.-]*registry[\w-]*\.[\w.-]+/.exec(text());
    return found && `names a package registry (${found[0]})`;
  },

  "unit-tests-beside-their-source": ({ file, parts, text }) =>
    parts[0] === "lib" && isTest(file) && !/\b(it|test)(\.each|\()/.test(text()) && "holds no test",

  "architecture-stays-short": ({ file, text }) =>
    file === "ARCHITECTURE.md" &&
    text().split("\n").length - 1 > MAX_ARCHITECTURE_LINES &&
    `is longer than ${MAX_ARCHITECTURE_LINES} lines`,
};

/** @returns {{ problems: string[], summary: string }} */
export function checkVocabulary() {
  const files = projectFiles();
  const problems = [];
  for (const file of files)
    problems.push(...problemsOf(file, () => fs.readFileSync(inProject(file), "utf8")));
  if (files.length === 0) problems.push("no file was looked at");
  return { problems, summary: `${files.length} files` };
}

/** What is wrong with one file, given its path from the project's root and a way to read it. */
export function problemsOf(file, text) {
  const parts = file.split("/");
  return Object.entries(rules).flatMap(([name, check]) => {
    const problem = check({ file, parts, text });
    return problem ? [`${file}: ${problem} (${name})`] : [];
  });
}

export const ruleNames = Object.keys(rules);

function projectFiles() {
  const found = [];
  const walk = (folder) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder ? `${folder}/${entry.name}` : entry.name;
      if (folder === "" && NOT_OURS.includes(entry.name)) continue;
      if (GENERATED.test(`${file}/`)) continue;
      if (entry.isDirectory()) walk(file);
      else if (!entry.name.startsWith(".env") && !entry.name.endsWith(".lock")) found.push(file);
    }
  };
  walk("");
  return found;
}

if (isMain(import.meta.url)) {
  const { problems, summary } = checkVocabulary();
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? `Vocabulary holds: ${summary}` : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
