import { hostsIn } from "./hosts";
import { isKnownOutside, pathSighting } from "./paths";
import type { ShellWord } from "./shell-commands";
import { packagesOf } from "./shell-packages";
import { plainVariables } from "./shell-words";
import { atRunTime, literal, type Sighting, type Source } from "./sighting";

type Word = ShellWord & { isString: boolean };

/** They only print, select or look at values. */
const silent =
  /^(?:write-(?:host|output|error|warning|verbose|debug|progress|information)|select-\w+|where-object|foreach-object|sort-object|group-object|measure-\w+|format-\w+|out-(?:string|null|host)|convert(?:to|from)-\w+|join-path|split-path|test-path|resolve-path|get-date|get-member|get-variable|set-variable|new-object|compare-object|start-sleep|set-strictmode|param|if|else|elseif|foreach|for|while|do|switch|try|catch|finally|return|throw|function|begin|process|end|in|break|continue|exit|trap|echo|cd|set-location|push-location|pop-location|read-host|import-module|export-modulemember|using|class|enum|filter|default)$/i;
const asking =
  /^(?:invoke-webrequest|invoke-restmethod|iwr|irm|curl|wget|start-bitstransfer|test-netconnection|test-connection|resolve-dnsname)$/i;
const writing =
  /^(?:set-content|add-content|out-file|new-item|remove-item|copy-item|move-item|clear-content|mkdir|rm|del|export-\w+|sc|ni|ri)$/i;
const reading =
  /^(?:get-content|get-childitem|get-item|gc|cat|type|dir|ls|select-string|import-csv|import-clixml)$/i;

/** What a program in PowerShell can do. */
export function readPowershell(source: Source): Sighting[] {
  const found: Sighting[] = [];
  const functions = new Set(
    Array.from(
      source.text.matchAll(/\b(?:function|filter)\s{1,20}([\w-]{1,80})/gi),
      ([, name]) => name?.toLowerCase() ?? "",
    ),
  );
  let words: Word[] = [];
  const flush = () => {
    for (const one of commandSightings(words, functions)) found.push(one);
    words = [];
  };
  for (const word of cut(source.text)) {
    if (word === null) flush();
    else {
      words.push(word);
      found.push(...variablesIn(word));
    }
  }
  flush();
  return found.map((one) => ({ ...one, start: one.start + source.from }));
}

function variablesIn({ text, start, isLiteral, isString }: Word): Sighting[] {
  if (isLiteral && isString) return [];
  return Array.from(text.matchAll(/\$\{?env:(\w{1,100})/gi), ({ 1: name = "", index }) => ({
    name,
    index,
  })).flatMap(({ name, index }) =>
    plainVariables.has(name) || plainVariables.has(name.toUpperCase())
      ? []
      : [literal("environment", "read", name, start + index)],
  );
}

/** `$x = `, `&` and `.` before a command. */
function behindAssignment(words: readonly Word[]): Word[] {
  const equals = words.findIndex(({ text, isString }) => !isString && /^[+-]?=$/.test(text));
  const rest =
    equals > 0 && equals < 4 && words[0]?.text.startsWith("$") ? words.slice(equals + 1) : [...words];
  return rest[0] && !rest[0].isString && /^[&.]$/.test(rest[0].text)
    ? [{ ...(rest[1] ?? rest[0]), isString: false }, ...rest.slice(2)]
    : rest;
}

function commandSightings(all: readonly Word[], functions: ReadonlySet<string>): Sighting[] {
  const [first, ...args] = behindAssignment(all);
  if (!first) return [];
  const program = first.text.replace(/\.exe$/i, "");
  const found = all.flatMap(({ text, start }) =>
    hostsIn(text, asking.test(program) ? "reached" : "named", start),
  );
  const asked = args.find(({ text }) => /^\$/.test(text) && !/^\$(?:true|false|null)$/i.test(text));
  if (/^(?:invoke-webrequest|invoke-restmethod|iwr|irm)$/i.test(program) && found.length === 0 && asked)
    found.push(atRunTime("host", "reached", asked.text, asked.start));
  const use = writing.test(program) ? "written" : reading.test(program) ? "read" : "opened";
  for (const { text, start, isLiteral } of [first, ...args]) {
    const path = isKnownOutside(text) && /[/\\]/.test(text) ? pathSighting(text, use, start) : null;
    if (path && (path.start !== first.start || first.isString))
      found.push({ ...path, certainty: isLiteral || /^\$env:/i.test(text) ? "literal" : "run-time" });
  }
  if (/^install-(?:module|script|package)$/i.test(program)) found.push(...modulesOf(args));
  return [...found, ...packagesOf(program, args), ...programSighting(first, program, functions)];
}

function modulesOf(args: readonly Word[]): Sighting[] {
  const named = args[args.findIndex(({ text }) => /^-name$/i.test(text)) + 1];
  return named && !named.text.startsWith("-")
    ? [literal("package", "installed", `psgallery/${named.text}`, named.start)]
    : [];
}

function programSighting(first: Word, program: string, functions: ReadonlySet<string>): Sighting[] {
  if (first.isString || silent.test(program) || functions.has(program.toLowerCase())) return [];
  if (/^(?:invoke-expression|iex)$/i.test(program))
    return [atRunTime("command", "run", program, first.start)];
  return /^[A-Za-z][\w.-]*$|^[A-Za-z]:[/\\]|^\.{0,2}[/\\][\w./\\-]+$/.test(program)
    ? [literal("command", "run", program, first.start)]
    : [];
}

const braced = /\$\{[^}\n]{1,100}\}/y;
const plain = /[^\s"'`;|{}()#,<>@]+/y;

/** Words, with null between commands; here-strings and block comments are passed over as a whole. */
function* cut(text: string): Generator<Word | null> {
  let at = 0;
  const word = (said: string, end: number, isLiteral: boolean, isString: boolean): Word => ({
    text: said,
    start: at,
    end,
    isLiteral,
    isString,
    isPlain: said.length === end - at,
  });
  while (at < text.length) {
    const letter = text.charAt(at);
    if (/[\n;|{}()]/.test(letter)) yield null;
    if (letter === "#") at = endOf(text, "\n", at);
    else if (text.startsWith("<#", at)) at = endOf(text, "#>", at + 2) + 2;
    else if (text.startsWith('@"\n', at) || text.startsWith("@'\n", at)) {
      const end = endOf(text, `\n${text.charAt(at + 1)}@`, at + 2);
      yield word(text.slice(at + 3, end), end + 3, text.charAt(at + 1) === "'", true);
      at = end + 3;
    } else if (letter === '"' || letter === "'") {
      const end = endOfString(text, at, letter);
      const said = text.slice(at + 1, end);
      yield word(said, end + 1, letter === "'" || !said.includes("$"), true);
      at = end + 1;
    } else if (letter === "`") at += 2;
    else {
      const pattern = letter === "$" && text.charAt(at + 1) === "{" ? braced : plain;
      pattern.lastIndex = at;
      const run = pattern.exec(text)?.[0];
      if (run !== undefined) yield word(run, at + run.length, !run.includes("$"), false);
      at += run?.length ?? 1;
    }
  }
}

const endOf = (text: string, mark: string, from: number): number => {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
};

function endOfString(text: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < text.length) {
    if (text.charAt(at) === "`" && quote === '"') at += 2;
    else if (text.charAt(at) !== quote) at += 1;
    else if (text.charAt(at + 1) === quote) at += 2;
    else break;
  }
  return Math.min(at, text.length);
}
