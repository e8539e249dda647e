import { readStrings } from "./code-strings";
import { CodeTokens, type CodeValue } from "./code-values";
import { javascriptCalls, nodeStandard } from "./javascript-calls";
import { javascriptTokens } from "./javascript-tokens";
import { readCalls } from "./read-calls";
import { plainVariables } from "./shell-words";
import { atRunTime, literal, type Sighting, type Source } from "./sighting";

/** What a program in JavaScript or TypeScript can do. */
export function readJavascript(source: Source): Sighting[] {
  const tokens = new CodeTokens(source.text, javascriptTokens(source.text));
  const imports = readImports(tokens);
  readConstants(tokens);
  const found = [
    ...imports,
    ...readCalls({ source, tokens, calls: javascriptCalls, moduleOf }),
    ...readEnvironment(tokens),
    ...readTagged(source, tokens),
    ...readStrings(tokens, (at) => isDirective(tokens, at)),
  ];
  return found.map((one) => ({ ...one, start: one.start + source.from }));
}

const moduleOf = ({ text, token }: CodeValue): Sighting[] => moduleSighting(text, token.start);

/** The package of a module, without a path inside of it; files of one's own and Node's modules are none. */
function moduleSighting(written: string, start: number): Sighting[] {
  if (/^(?:\.|\/|node:|bun:|#|@\/|~\/|file:|data:)/.test(written) || written === "bun") return [];
  const url = /^(?:https?):\/\/|^(?:jsr|npm):/.test(written);
  const name = url ? written : (/^(?:@[^/]+\/)?[^/]+/.exec(written)?.[0] ?? written);
  return nodeStandard.has(name) || !/^[\w@]/.test(name)
    ? []
    : [literal("package", "imported", `npm/${name.replace(/^npm:/, "")}`, start)];
}

/** The name of a standard module as the table of calls has it. */
const plainModule = (written: string): string =>
  written.replace(/^node:/, "").replace(/^fs\/promises$/, "fs");

const isDirective = (tokens: CodeTokens, at: number): boolean => /^use \w+$/.test(tokens.all[at]?.text ?? "");

/** `import … from "x"`, `const … = require("x")`, with what their names then stand for. */
function readImports(tokens: CodeTokens): Sighting[] {
  const found: Sighting[] = [];
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name") continue;
    if (token.text === "promisify" && tokens.is(at + 1, "(")) namePromisified(tokens, at);
    if (tokens.isMember(at)) continue;
    if (token.text === "import" || token.text === "export") {
      const from = findFrom(tokens, at);
      if (from === null) continue;
      found.push(...moduleSighting(tokens.all[from]?.text ?? "", tokens.all[from]?.start ?? 0));
      nameImports(tokens, { from: at + 1, to: from - 1 }, plainModule(tokens.all[from]?.text ?? ""));
    }
    const isLoad = token.text === "require" && tokens.is(at + 1, "(") && tokens.isString(at + 2);
    if (isLoad) nameRequired(tokens, at, plainModule(tokens.all[at + 2]?.text ?? ""));
  }
  return found;
}

/** The text of the module, behind `from` or right behind `import`; null for `import(…)` and `export const`. */
function findFrom(tokens: CodeTokens, at: number): number | null {
  if (tokens.isString(at + 1)) return tokens.is(at, "import") ? at + 1 : null;
  if (tokens.is(at + 1, "(")) return null;
  let next = at + 1;
  for (let step = 0; step < 12; step++) {
    if (tokens.is(next, "from") && tokens.isString(next + 1)) return next + 1;
    const isList = tokens.is(next, "{");
    const goesOn =
      isList ||
      tokens.is(next, "*") ||
      tokens.is(next, ",") ||
      (tokens.all[next]?.kind === "name" &&
        !/^(?:const|let|var|function|class|default|async)$/.test(tokens.all[next]?.text ?? ""));
    if (!goesOn) return null;
    next = tokens.behind(next);
  }
  return null;
}

/** Of `a, { b as c }` and `{ b: c }`. */
function nameImports(tokens: CodeTokens, { from, to }: { from: number; to: number }, module: string): void {
  let isInList = false;
  for (let at = from; at < Math.min(to, from + 200); at++) {
    if (tokens.is(at, "{")) isInList = true;
    const token = tokens.all[at];
    if (token?.kind !== "name" || /^(?:type|as)$/.test(token.text)) continue;
    const meant = isInList ? `${module}.${token.text}` : module;
    const hasOther = tokens.is(at + 1, "as") || tokens.is(at + 1, ":");
    tokens.aliases.set(hasOther ? (tokens.all[at + 2]?.text ?? "") : token.text, meant);
    if (hasOther) at += 2;
  }
}

function nameRequired(tokens: CodeTokens, at: number, module: string): void {
  if (!tokens.is(at - 1, "=")) return;
  const last = tokens.all[at - 2];
  if (last?.kind === "name") tokens.aliases.set(last.text, module);
  if (last?.text !== "}") return;
  let open = at - 2;
  while (open > 0 && open > at - 200 && !tokens.is(open, "{")) open -= 1;
  nameImports(tokens, { from: open, to: at - 2 }, module);
}

/** `const run = promisify(exec)`. */
function namePromisified(tokens: CodeTokens, at: number): void {
  let start = at;
  while (tokens.is(start - 1, ".")) start -= 2;
  if (!tokens.is(start - 1, "=") || tokens.all[at + 2]?.kind !== "name") return;
  const name = tokens.all[start - 2]?.text ?? "";
  tokens.aliases.set(name, tokens.nameAt(at + 2).name);
}

function readConstants(tokens: CodeTokens): void {
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name" || !tokens.is(at + 1, "=") || tokens.is(at + 2, "=") || tokens.is(at + 2, ">"))
      continue;
    if (tokens.is(at - 1, ".")) continue;
    let to = at + 2;
    while (
      to < tokens.all.length &&
      to < at + 30 &&
      tokens.all[to]?.kind !== "line-end" &&
      !tokens.is(to, ";") &&
      !tokens.is(to, ",")
    )
      to = tokens.behind(to);
    const value = tokens.valueOf({ from: at + 2, to: Math.min(to, tokens.all.length) });
    tokens.constants.set(token.text, value?.isLiteral ? value.text : null);
  }
}

const environments = /^(?:process\.env|import\.meta\.env|Bun\.env)(?:\.(\w+))?$/;

/** A variable by its name or in brackets, or taken apart; the whole environment where it is handed on. */
function readEnvironment(tokens: CodeTokens): Sighting[] {
  const found: Sighting[] = [];
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name" || tokens.isMember(at)) continue;
    const { name, next } = tokens.nameAt(at);
    const match = environments.exec(name);
    if (!match || (tokens.is(next, "=") && !tokens.is(next + 1, "="))) continue;
    if (match[1] !== undefined) found.push(...named(match[1], token.start));
    else if (tokens.is(next, "[")) {
      const [key] = tokens.argumentsOf(next);
      const value = key ? tokens.valueOf(key) : null;
      if (value?.isLiteral) found.push(...named(value.text, token.start));
      else if (key) found.push(atRunTime("environment", "read", tokens.written(key), token.start));
    } else found.push(...takenApart(tokens, at));
  }
  return found;
}

function takenApart(tokens: CodeTokens, at: number): Sighting[] {
  const start = tokens.all[at]?.start ?? 0;
  if (!tokens.is(at - 1, "=") || !tokens.is(at - 2, "}")) return [literal("environment", "read", "*", start)];
  let open = at - 2;
  while (open > 0 && open > at - 200 && !tokens.is(open, "{")) open -= 1;
  return tokens
    .argumentsOf(open)
    .flatMap(({ from, name }) => named(name ?? tokens.all[from]?.text ?? "", start));
}

const named = (name: string, start: number): Sighting[] =>
  plainVariables.has(name) || !/^\w+$/.test(name) || name === "NODE_ENV"
    ? []
    : [literal("environment", "read", name, start)];

/** `` $`git status` `` of zx and Bun. */
function readTagged(source: Source, tokens: CodeTokens): Sighting[] {
  return tokens.all.flatMap((token, at) => {
    if (token.kind !== "string" || !tokens.is(at - 1, "$") || source.text.charAt(token.start) !== "`")
      return [];
    const text = token.text.replace(/\{([\w.…]{1,60})\}/g, (_written, name: string) => `\${${name}}`);
    return source
      .readInside(source, "shell", {
        text,
        start: token.isPlain ? token.textStart : token.start,
        isPlain: token.isPlain,
      })
      .map((one) => ({ ...one, start: one.start - source.from }));
  });
}
