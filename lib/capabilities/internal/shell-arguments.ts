import { bareHost, hostsIn } from "./hosts";
import type { ShellCommand, ShellWord } from "./shell-commands";
import { packagesOf } from "./shell-packages";
import { shellPaths } from "./shell-paths";
import {
  askingPrograms,
  hostPrograms,
  leadingWords,
  nodes,
  ownWrappers,
  pythons,
  shellOwn,
  shells,
  wrappers,
} from "./shell-words";
import { atRunTime, type Language, literal, type Sighting, type Source } from "./sighting";
import type { Variables } from "./variables";

export type ShellContext = Source & { functions: ReadonlySet<string>; variables: Variables };

/** What one simple command does, by its program and what is given to it. Places are of the whole file. */
export function commandSightings(context: ShellContext, command: ShellCommand): Sighting[] {
  const found: Sighting[] = [];
  let words = withoutSettings(command.words, found);
  let isWrapped = true;
  while (isWrapped && words.length > 0) {
    const [first] = words;
    if (!first) break;
    const program = programOf(context, first);
    found.push(...programSighting(context, first, program));
    const valued = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
    if (valued) words = behindWrapper(program, words.slice(1), valued);
    else isWrapped = false;
    if (program === "env" && words.length === 0) found.push(literal("environment", "read", "*", first.start));
  }
  const [first, ...args] = words;
  found.push(
    ...shellPaths(context, {
      program: first ? programOf(context, first) : "",
      args,
      redirects: command.redirects,
    }),
  );
  if (first) found.push(...argumentSightings(context, first, args));
  const pieces = piecesOf(context, command, words);
  return [...found.map((one) => ({ ...one, start: one.start + context.from })), ...pieces];
}

const setting = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

/** Behind `if`, `!`, `NAME=value`; addresses in values are told. */
function withoutSettings(words: readonly ShellWord[], found: Sighting[]): ShellWord[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    if (setting.test(word.text)) found.push(...hostsIn(word.text, "named", word.start));
    else if (!leadingWords.has(word.text)) break;
  }
  return words.slice(at);
}

function behindWrapper(
  program: string,
  words: readonly ShellWord[],
  valued: ReadonlySet<string>,
): ShellWord[] {
  let at = 0;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (text.startsWith("-")) at += valued.has(text) ? 2 : 1;
    else if (program === "env" && setting.test(text)) at += 1;
    else break;
  }
  // `timeout 30 curl …`: how long comes first.
  if (program === "timeout" || (program === "nice" && /^\d+$/.test(words[at]?.text ?? ""))) at += 1;
  return words.slice(at);
}

const systemFolder = /^(?:\/usr)?(?:\/local)?\/s?bin\//;

/** By its name alone where it lies in one of the system's folders. */
function programOf({ variables }: ShellContext, word: ShellWord): string {
  const name = variables.resolve(word.text).replace(systemFolder, "");
  return name.replace(/\.exe$/i, "");
}

const isWord = /^[\p{L}\p{N}_.~+@/\\:%{}-]*[^\s:]$/u;
/** In examples of requests. */
const requestVerbs = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

function programSighting(context: ShellContext, word: ShellWord, program: string): Sighting[] {
  if (word.isLiteral ? !isWord.test(program) || !/[\p{L}\p{N}]/u.test(program) : false) return [];
  if (shellOwn.has(program)) return [];
  if (ownWrappers.has(program) || context.functions.has(program)) return [];
  if (requestVerbs.test(program)) return [];
  return /[$`<{]/.test(program)
    ? [atRunTime("command", "run", program, word.start)]
    : [literal("command", "run", program, word.start)];
}

function argumentSightings(context: ShellContext, first: ShellWord, args: readonly ShellWord[]): Sighting[] {
  const program = programOf(context, first);
  const asks = askingPrograms.has(program);
  // What is only printed or set reaches nobody.
  const use = shellOwn.has(program) ? "named" : "reached";
  const found: Sighting[] = [];
  for (const word of args) for (const host of hostsIn(word.text, use, word.start)) found.push(host);
  if (asks && found.length === 0) found.push(...askedWithoutScheme(context, program, args));
  if (program === "git" && found.length === 0)
    for (const { text, start } of args) {
      const host = /^[\w.-]{1,60}@([\w.-]{1,200}):/.exec(text)?.[1];
      if (host) found.push(literal("host", "reached", host.toLowerCase(), start));
    }
  if (program === "printenv" && args.length === 0)
    found.push(literal("environment", "read", "*", first.start));
  if (program === "printenv")
    for (const { text, start } of args)
      if (/^\w+$/.test(text)) found.push(literal("environment", "read", text, start));
  const run =
    program === "find" ? args[args.findIndex(({ text }) => /^-exec(?:dir)?$/.test(text)) + 1] : undefined;
  if (run && run !== args[0]) found.push(...programSighting(context, run, programOf(context, run)));
  return [...found, ...packagesOf(program, args), ...moduleSightings(program, args)];
}

/** `curl "$URL"`, `curl api.host.com/x`, `ssh me@host`. */
function askedWithoutScheme(context: ShellContext, program: string, args: readonly ShellWord[]): Sighting[] {
  // `-d @body.json` and `-F file=@report.pdf` send files.
  const candidates = args.filter(({ text }) => !/^(?:-|@|[\w.-]+=@)/.test(text));
  for (const { text, start } of candidates) {
    const resolved = context.variables.resolve(text);
    const [known] = hostsIn(resolved, "reached", start);
    if (known) return [{ ...known, start }];
    const needsColon = !hostPrograms.has(program);
    const host = needsColon && !text.includes(":") ? null : bareHost(resolved, start);
    if (host) return [host];
  }
  const unknown = candidates.find(({ text }) => /^["']?\$|^<[a-z]*(?:url|host)/i.test(text));
  const isSure = /^(?:curl|wget|http|https|xh|ssh)$/.test(program);
  return unknown && isSure ? [atRunTime("host", "reached", unknown.text, unknown.start)] : [];
}

/** `python -m pip install NAME` is `pip`. */
function moduleSightings(program: string, args: readonly ShellWord[]): Sighting[] {
  const [option, module, ...rest] = args;
  if (!pythons.test(program) || option?.text !== "-m" || !module) return [];
  return module.text === "pip" ? packagesOf("pip", rest) : [];
}

type Given = { word: ShellWord; language: Language };

/** Code that is given to an interpreter as an argument or as a text in the script. */
function piecesOf(context: ShellContext, command: ShellCommand, words: readonly ShellWord[]): Sighting[] {
  const [first, ...args] = words;
  if (!first) return [];
  const program = programOf(context, first);
  const given = givenCode(program, args);
  const found = given
    ? context.readInside(context, given.language, {
        text: given.word.text,
        start: given.word.start + (given.word.isPlain ? 1 : 0),
        isPlain: given.word.isPlain,
      })
    : [];
  const { document } = command;
  if (!document) return found;
  const target =
    command.redirects.find(({ isWrite }) => isWrite)?.word.text ?? args.find(() => program === "tee")?.text;
  const language = interpreterOf(program) ?? languageOfName(target ?? "");
  if (language === null) return found;
  const text = context.text.slice(document.start, document.end);
  return [...found, ...context.readInside(context, language, { text, start: document.start, isPlain: true })];
}

function givenCode(program: string, args: readonly ShellWord[]): Given | null {
  const behind = (option: RegExp) => args[args.findIndex(({ text }) => option.test(text)) + 1];
  const has = (option: RegExp) => args.some(({ text }) => option.test(text));
  const give = (option: RegExp, language: Language): Given | null => {
    const word = has(option) ? behind(option) : undefined;
    return word ? { word, language } : null;
  };
  if (shells.has(program)) return give(/^-\w{0,4}c$/, "shell");
  if (pythons.test(program)) return give(/^-c$/, "python");
  if (nodes.has(program)) return give(/^(?:-e|--eval|-p|-pe|eval)$/, "javascript");
  if (program === "pwsh" || program === "powershell") return give(/^-c(?:ommand)?$/i, "powershell");
  if (program !== "eval" || !args[0]) return null;
  return { word: args[0], language: "shell" };
}

function interpreterOf(program: string): Language | null {
  if (shells.has(program)) return "shell";
  if (pythons.test(program)) return "python";
  if (nodes.has(program)) return "javascript";
  return program === "pwsh" ? "powershell" : null;
}

function languageOfName(name: string): Language | null {
  if (/\.(?:sh|bash)$/.test(name)) return "shell";
  if (/\.py$/.test(name)) return "python";
  return /\.(?:[cm]?[jt]sx?)$/.test(name) ? "javascript" : null;
}
