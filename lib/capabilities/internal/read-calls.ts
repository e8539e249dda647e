import type { CapabilityUse } from "../capability";
import { type Call, type CallTable, findCall } from "./code-calls";
import type { Argument, CodeTokens, CodeValue } from "./code-values";
import { bareHost, hostOf, hostsIn } from "./hosts";
import { isKnownOutside, pathSighting } from "./paths";
import { plainVariables } from "./shell-words";
import { atRunTime, literal, type Sighting, type Source } from "./sighting";

/** What a language's own reader knows beside the calls themselves. */
export type CodeReading = {
  source: Source;
  tokens: CodeTokens;
  calls: CallTable;
  moduleOf: (value: CodeValue) => Sighting[];
};

/** Every call of a program that does something outside of it. Offsets are of the piece. */
export function readCalls(reading: CodeReading): Sighting[] {
  const { tokens, calls } = reading;
  const found: Sighting[] = [];
  for (let at = 0; at < tokens.all.length; at++) {
    const token = tokens.all[at];
    if (token?.kind !== "name" || isDefinition(tokens, at)) continue;
    const isMember = tokens.isMember(at);
    if (isMember && tokens.all[at - 2]?.kind === "name") continue;
    const { name, next } = tokens.nameAt(at);
    const open = tokens.is(next, "<") ? behindTypes(tokens, next) : next;
    if (!tokens.is(open, "(")) continue;
    const call = findCall(calls, isMember ? `.${name}` : name);
    if (call) for (const one of callSightings(reading, call, { name, open, at })) found.push(one);
  }
  return found;
}

const isDefinition = (tokens: CodeTokens, at: number): boolean =>
  tokens.is(at - 1, "def") || tokens.is(at - 1, "function") || tokens.is(at - 1, "class");

/** `axios.get<User[]>(…)`: over the types, if they are closed near by. */
function behindTypes(tokens: CodeTokens, open: number): number {
  let depth = 0;
  for (let at = open; at < open + 20; at++) {
    if (tokens.is(at, "<")) depth += 1;
    if (tokens.is(at, ">")) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return open;
}

type Place = { name: string; open: number; at: number };

function callSightings(reading: CodeReading, call: Call, place: Place): Sighting[] {
  const { tokens } = reading;
  const all = tokens.argumentsOf(place.open);
  const wanted =
    all.filter(({ name }) => name === null)[call.at] ??
    all.find(({ name }) => name !== null && name === call.keyword);
  if (!wanted) return [];
  const value = tokens.valueOf(wanted);
  if (!value) return [];
  const written = tokens.written(wanted);
  const { start } = value.token;
  switch (call.does) {
    case "shell":
      return shellSightings(reading, value, written);
    case "program":
      return programSightings(reading, wanted, { value, written });
    case "address":
      return addressSightings(value, written);
    case "host": {
      const host = bareHost(value.isLiteral ? value.text : firstOf(tokens, wanted), start);
      return host
        ? [host]
        : value.isLiteral
          ? hostsIn(value.text, "reached", start)
          : [atRunTime("host", "reached", written, start)];
    }
    case "path":
      return call.use === "opened"
        ? putTogether(reading, place)
        : pathSightings(reading, call, { all, value, written });
    case "environment":
      return variableSightings(value, written);
    case "module":
      return value.isLiteral ? reading.moduleOf(value) : [atRunTime("package", "imported", written, start)];
    case "code":
      return [atRunTime("command", "run", `${place.name}(${written})`, start)];
  }
}

/** Of `("host", 443)`. */
function firstOf(tokens: CodeTokens, span: Argument): string {
  const [first] = tokens.is(span.from, "(") ? tokens.argumentsOf(span.from) : [];
  const value = first ? tokens.valueOf(first) : null;
  return value?.isLiteral ? value.text : "";
}

function shellSightings({ source }: CodeReading, value: CodeValue, written: string): Sighting[] {
  const { token } = value;
  const isWhole = token.kind === "string" && token.text === value.text;
  const text = value.text.replace(/\{([\w.…]{1,60})\}/g, (_written, name: string) => `\${${name}}`);
  if (/^\$\{[\w.…]*\}$/.test(text)) return [atRunTime("command", "run", written, token.start)];
  return readHere(source, {
    text,
    start: isWhole && token.isPlain ? token.textStart : token.start,
    isPlain: isWhole && token.isPlain,
  });
}

/** Places of a piece are the file's; a reader's are the piece's. */
function readHere(source: Source, piece: { text: string; start: number; isPlain: boolean }): Sighting[] {
  return source.readInside(source, "shell", piece).map((one) => ({ ...one, start: one.start - source.from }));
}

type Given = { value: CodeValue; written: string };

/** A list of words, the program with a list behind it, or one line for a shell. */
function programSightings(reading: CodeReading, span: Argument, { value, written }: Given): Sighting[] {
  const { tokens } = reading;
  const isList = tokens.is(span.from, "[") || tokens.is(span.from, "(");
  const lists = isList ? [span.from] : [...wordsBehind(tokens, span)];
  const words = lists.flatMap((open) =>
    tokens.argumentsOf(open).map((one) => ({ one, said: tokens.valueOf(one) })),
  );
  const all = isList ? words : [{ one: span, said: value }, ...words];
  if (all.length === 0) return [];
  if (!isList && words.length === 0 && /\s/.test(value.text)) return shellSightings(reading, value, written);
  const [first] = all;
  if (!first?.said) return [];
  if (!first.said.isLiteral && /^\{/.test(first.said.text) && !isPythonItself(tokens.written(first.one)))
    return [atRunTime("command", "run", tokens.written(first.one), first.said.token.start)];
  // As a line that a shell would read, so that options and arguments are read by one rule. Its places are the first word's.
  const line = all
    .slice(0, 60)
    .map(({ one, said }) => (isPythonItself(tokens.written(one)) ? "python" : quote(said?.text ?? "")))
    .join(" ");
  return readHere(reading.source, { text: line, start: first.said.token.start, isPlain: false });
}

const isPythonItself = (written: string): boolean =>
  /^(?:sys\.executable|process\.execPath)$/.test(written.trim());
const quote = (text: string): string =>
  /^\{[^}]*\}$/.test(text)
    ? `"\${${text.slice(1, -1).replace(/\W/g, "_")}}"`
    : `'${text.replace(/'/g, `'\\''`)}'`;

/** The list that follows the program among the arguments: `spawn("git", ["status"])`. */
function* wordsBehind(tokens: CodeTokens, span: Argument): Generator<number> {
  const at = span.to + 1;
  if (tokens.is(span.to, ",") && tokens.is(at, "[")) yield at;
}

function addressSightings(value: CodeValue, written: string): Sighting[] {
  const { start } = value.token;
  const found = hostsIn(value.text, "reached", start);
  if (found.length > 0) return found.map((one) => ({ ...one, start }));
  if (value.isLiteral) {
    const host = value.text.startsWith("//") ? hostOf(value.text.slice(2), "reached", start) : null;
    return host ? [host] : [];
  }
  return [atRunTime("host", "reached", written, start)];
}

function pathSightings(
  { tokens }: CodeReading,
  call: Call,
  given: Given & { all: readonly Argument[] },
): Sighting[] {
  const { all, value, written } = given;
  const use = call.use === "read" && isWriting(tokens, all) ? "written" : (call.use ?? "opened");
  const found = pathOf(value, written, use);
  const other = call.alsoWrites === undefined ? undefined : all[call.alsoWrites];
  const target = other ? tokens.valueOf(other) : null;
  return other && target ? [...found, ...pathOf(target, tokens.written(other), "written")] : found;
}

/** What `join` and its like make of all that they are given. */
function putTogether({ tokens }: CodeReading, { at, open }: Place): Sighting[] {
  const span = { from: at, to: tokens.behind(open) };
  const value = tokens.valueOf(span);
  return value ? pathOf(value, tokens.written(span), "opened") : [];
}

/** By the mode that is given, of `open(path, "w")`. */
function isWriting(tokens: CodeTokens, all: readonly Argument[]): boolean {
  const mode = all.find(({ name }) => name === "mode") ?? all.filter(({ name }) => name === null)[1];
  const said = mode ? tokens.valueOf(mode) : null;
  return said !== null && said.token.kind === "string" && /^[rbtU]*[wax+][rwabt+]*$/.test(said.text);
}

function pathOf(value: CodeValue, written: string, use: CapabilityUse): Sighting[] {
  const how = use === "written" || use === "read" ? use : "opened";
  const { start } = value.token;
  const known = pathSighting(value.text, how, start);
  if (known)
    return how === "opened" && !isKnownOutside(value.text)
      ? []
      : [{ ...known, certainty: value.isLiteral ? "literal" : "run-time" }];
  // A path below a folder that is not written is said where something is done with it.
  return value.isLiteral || how === "opened" ? [] : [atRunTime("path", how, written, start)];
}

export function variableSightings(value: CodeValue, written: string): Sighting[] {
  const { start } = value.token;
  if (!value.isLiteral) return [atRunTime("environment", "read", written, start)];
  return plainVariables.has(value.text) || value.text === ""
    ? []
    : [literal("environment", "read", value.text, start)];
}
