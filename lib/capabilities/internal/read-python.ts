import { readStrings } from "./code-strings";
import { CodeTokens, type CodeValue } from "./code-values";
import { pathSighting } from "./paths";
import { pathVerbs, pythonCalls, pythonStandard } from "./python-calls";
import { pythonTokens } from "./python-tokens";
import { readCalls, variableSightings } from "./read-calls";
import { literal, type Sighting, type Source } from "./sighting";

/** What a program in Python can do. */
export function readPython(source: Source): Sighting[] {
  const tokens = new CodeTokens(source.text, pythonTokens(source.text));
  const imports = readImports(tokens);
  readConstants(tokens);
  const found = [
    ...imports,
    ...readCalls({ source, tokens, calls: pythonCalls, moduleOf }),
    ...readEnvironment(tokens),
    ...readPathObjects(tokens),
    ...readStrings(tokens, (at) => isExplanation(tokens, at)),
  ];
  return found.map((one) => ({ ...one, start: one.start + source.from }));
}

const moduleOf = ({ text, token }: CodeValue): Sighting[] => moduleSighting(text, token.start);

function moduleSighting(name: string, start: number): Sighting[] {
  const top = name.split(".", 1)[0] ?? "";
  return top === "" || pythonStandard.has(top)
    ? []
    : [literal("package", "imported", `python/${top}`, start)];
}

const beginsStatement = (tokens: CodeTokens, at: number): boolean =>
  at === 0 || tokens.all[at - 1]?.kind === "line-end" || tokens.is(at - 1, ";") || tokens.is(at - 1, ":");

/** A text that is a statement of its own says what the code is for. */
const isExplanation = (tokens: CodeTokens, at: number): boolean =>
  beginsStatement(tokens, at) && (at + 1 >= tokens.all.length || tokens.all[at + 1]?.kind === "line-end");

/** `import a.b as c, d` and `from a import b as c`, with what their names then stand for. */
function readImports(tokens: CodeTokens): Sighting[] {
  const found: Sighting[] = [];
  for (let at = 0; at < tokens.all.length; at++) {
    if (!beginsStatement(tokens, at)) continue;
    if (tokens.is(at, "import")) found.push(...importNames(tokens, at + 1, null));
    if (!tokens.is(at, "from") || tokens.is(at + 1, ".")) continue;
    const { name, next } = tokens.nameAt(at + 1);
    if (!tokens.is(next, "import")) continue;
    found.push(...moduleSighting(name, tokens.all[at + 1]?.start ?? 0));
    importNames(tokens, next + 1, name);
  }
  return found;
}

/** Names up to the end of the line, or of the brackets around them. */
function importNames(tokens: CodeTokens, from: number, owner: string | null): Sighting[] {
  const found: Sighting[] = [];
  const isInBrackets = tokens.is(from, "(");
  const end = isInBrackets ? tokens.closeOf(from) : Number.POSITIVE_INFINITY;
  for (let at = isInBrackets ? from + 1 : from; at < Math.min(end, tokens.all.length); at++) {
    const token = tokens.all[at];
    if (!token || token.kind === "line-end" || tokens.is(at, ";")) break;
    if (token.kind !== "name") continue;
    const names = [token.text];
    while (tokens.is(at + 1, ".") && tokens.all[at + 2]?.kind === "name") {
      names.push(tokens.all[at + 2]?.text ?? "");
      at += 2;
    }
    const name = names.join(".");
    const hasOther = tokens.is(at + 1, "as");
    if (owner === null) found.push(...moduleSighting(name, token.start));
    const meant = owner === null ? name : `${owner}.${name}`;
    if (hasOther) tokens.aliases.set(tokens.all[at + 2]?.text ?? "", meant);
    else if (owner !== null) tokens.aliases.set(name, meant);
    if (hasOther) at += 2;
  }
  return found;
}

/** `NAME = "text"`, at the beginning of a statement; what is set in several ways has no one value. */
function readConstants(tokens: CodeTokens): void {
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name" || !beginsStatement(tokens, at) || !tokens.is(at + 1, "=")) continue;
    if (tokens.is(at + 2, "=")) continue;
    let to = at + 2;
    while (
      to < tokens.all.length &&
      to < at + 30 &&
      tokens.all[to]?.kind !== "line-end" &&
      !tokens.is(to, ";")
    )
      to = tokens.behind(to);
    const value = tokens.valueOf({ from: at + 2, to: Math.min(to, tokens.all.length) });
    tokens.constants.set(token.text, value?.isLiteral ? value.text : null);
  }
}

/** `os.environ["X"]`; the whole of it where it is handed on. */
function readEnvironment(tokens: CodeTokens): Sighting[] {
  const found: Sighting[] = [];
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name" || tokens.is(at - 1, ".")) continue;
    const { name, next } = tokens.nameAt(at);
    if (!/^os\.environ(?:b|\.(?:copy|items|keys|values))?$/.test(name)) continue;
    const isLooked = tokens.is(next, "[");
    const [key] = isLooked ? tokens.argumentsOf(next) : [];
    const isSet = isLooked && tokens.is(tokens.behind(next), "=") && !tokens.is(tokens.behind(next) + 1, "=");
    const value = key ? tokens.valueOf(key) : null;
    if (isSet || tokens.is(at - 1, "in")) continue;
    if (key && value) found.push(...variableSightings(value, tokens.written(key)));
    else if (!isLooked) found.push(literal("environment", "read", "*", token.start));
  }
  return found;
}

/** `Path("/etc/x").write_text(…)` and `Path.home() / ".config" / "x"`. */
function readPathObjects(tokens: CodeTokens): Sighting[] {
  const found: Sighting[] = [];
  for (const [at, token] of tokens.all.entries()) {
    if (token.kind !== "name" || tokens.is(at - 1, ".")) continue;
    const { name, next } = tokens.nameAt(at);
    if (!/^(?:pathlib\.)?Path(?:\.home)?$/.test(name) || !tokens.is(next, "(")) continue;
    let to = tokens.behind(next);
    while (tokens.is(to, "/") && to < next + 40) to = tokens.behind(to + 1);
    const value = tokens.valueOf({ from: at, to });
    const verb = tokens.is(to, ".") ? tokens.all[to + 1]?.text : undefined;
    const use = verb !== undefined && Object.hasOwn(pathVerbs, verb) ? pathVerbs[verb] : undefined;
    const path = value ? pathSighting(value.text, use ?? "opened", token.start) : null;
    if (path) found.push({ ...path, certainty: value?.isLiteral ? "literal" : "run-time" });
  }
  return found;
}
