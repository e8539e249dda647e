import {
  type ShellAct,
  type ShellPath,
  type ShellPick,
  type ShellStep,
  shellCounts,
} from "@/lib/runtime/shell-step";
import { readShellWords } from "./internal/read-shell-words";

/** Where a command is run: a folder of skills, or elsewhere (null), of which nothing is known here. */
type Folder = Pick<ShellPath, "skill" | "path"> | null;

/** Of one command: each is looked up, and a folder is listed for each. */
const mostPaths = 1_000;

/**
 * What a line of commands would show of skills' files: `cat`, `head`, `tail`, `sed -n`, `nl`, `wc`, `ls`, `find`, `rg
 * --files`, `echo` and `cd`, one after the other or through a pipe. Null as soon as one of them is another command, has
 * an option that is not read here, or names a file that is not below the folder of skills.
 */
export function readShell(line: string, folder: string | null): readonly ShellStep[] | null {
  const commands = readShellWords(line);
  let at: Folder = folder === null ? null : placeOf(folder, null);
  if (!commands || (folder !== null && at === null)) return null;
  const steps: ShellStep[] = [];
  for (const { joint, words, hidesErrors } of commands) {
    const [program = "", ...rest] = words;
    const act = readAct(program, rest, at, joint === "pipe");
    if (!act) return null;
    if (act.kind === "enter") at = act.path;
    steps.push({ joint, act, text: words.join(" "), hidesErrors });
  }
  return steps.some(({ act }) => act.kind !== "say") ? steps : null;
}

function readAct(program: string, words: readonly string[], at: Folder, isPiped: boolean): ShellAct | null {
  if (program === "echo")
    return /^-[neE]+$/.test(words[0] ?? "") ? null : { kind: "say", text: `${words.join(" ")}\n` };
  if (program === "true" && words.length === 0) return { kind: "say", text: "" };
  const read = Object.hasOwn(readers, program) ? readers[program] : undefined;
  const found = read?.(words);
  if (!found || found.paths.length > mostPaths) return null;
  const paths = found.paths.map((given) => toPath(given, at));
  if (!paths.every((path) => path !== null)) return null;
  const act = found.toAct(paths);
  const takesPipe = act?.kind === "show" || act?.kind === "count";
  if (isPiped) return takesPipe && paths.length === 0 ? act : null;
  if (paths.length > 0 || act?.kind === "enter") return act;
  // Without a name these look at the folder they are run in.
  const here = at === null ? null : found.toAct([{ ...at, given: "." }]);
  return takesPipe ? null : here;
}

/** A file that a command shows, with how many lines of its beginning: Infinity for all, 0 for a part that is elsewhere. */
type ShownPath = { path: string; mostLines: number };

/** Other names of programs that show a file as `cat` does. */
const likeCat = new Set(["less", "more", "bat"]);

/**
 * What a line of commands shows of files on any disk, by the same readers; nothing of commands that are not read here.
 * `folder`: where it is run; null where that is not known, and names that go from there stay as they are.
 */
export function readShownPaths(line: string, folder: string | null): ShownPath[] {
  const shown: ShownPath[] = [];
  let last: ShownPath[] = [];
  let at = folder;
  for (const { joint, words } of readShellWords(line, { keepsHome: true }) ?? []) {
    const [program = "", ...rest] = words;
    if (program === "cd") at = rest[0] === undefined ? null : below(at, rest[0]);
    const name = likeCat.has(program) ? "cat" : program;
    const read = Object.hasOwn(readers, name) ? readers[name]?.(rest) : null;
    const act = read?.toAct([]);
    const most = act?.kind === "show" ? linesOfBeginning(act.pick) : null;
    if (joint !== "pipe") shown.push(...last);
    if (most === null || !read) last = [];
    else if (joint === "pipe")
      last = last.map((one) => ({ ...one, mostLines: Math.min(one.mostLines, most) }));
    else last = read.paths.map((path) => ({ path: below(at, path), mostLines: most }));
  }
  return [...shown, ...last];
}

const below = (folder: string | null, path: string): string =>
  folder === null || /^(?:[/~]|[a-z]+:)/i.test(path)
    ? path
    : `${folder.replace(/\/+$/, "")}/${path.replace(/^(?:\.\/)+/, "")}`;

function linesOfBeginning(pick: ShellPick): number {
  if (pick.of === "all") return Number.POSITIVE_INFINITY;
  if (pick.of === "first") return pick.unit === "lines" ? pick.count : 0;
  const first = pick.of === "ranges" ? pick.ranges[0] : undefined;
  return first?.first === 1 ? (first.last ?? Number.POSITIVE_INFINITY) : 0;
}

type Read = { paths: string[]; toAct(paths: ShellPath[]): ShellAct | null };
type Reader = (words: readonly string[]) => Read | null;

const show = (
  program: Extract<ShellAct, { kind: "show" }>["program"],
  paths: string[],
  pick: ShellPick,
  numbers: "none" | "all" | "filled" = "none",
): Read => ({
  paths,
  toAct: (found) => ({ kind: "show", program, paths: found, pick, numbers }),
});

const readers: Readonly<Record<string, Reader>> = {
  cat(words) {
    const { options, rest } = apart(words);
    return options.every((option) => option === "-n")
      ? show("cat", rest, { of: "all" }, options.length > 0 ? "all" : "none")
      : null;
  },
  nl(words) {
    const { options, rest } = apart(joined(words, "-b"));
    return options.every((option) => option === "-ba" || option === "-bt")
      ? show("nl", rest, { of: "all" }, options.includes("-ba") ? "all" : "filled")
      : null;
  },
  head: (words) => readEnd("head", words),
  tail: (words) => readEnd("tail", words),
  sed(words) {
    const [option, script, ...rest] = words;
    const ranges = option === "-n" ? readRanges(script ?? "") : null;
    return ranges && !rest.some(isOption) ? show("sed", rest, { of: "ranges", ranges }) : null;
  },
  wc(words) {
    const { options, rest } = apart(words);
    const letters = options.join("").replaceAll("-", "");
    if (/[^lwc]/.test(letters)) return null;
    const counts = shellCounts.filter(
      (count) => letters === "" || letters.includes(count === "bytes" ? "c" : (count[0] ?? "")),
    );
    return { paths: rest, toAct: (paths) => ({ kind: "count", paths, counts }) };
  },
  ls(words) {
    const { options, rest } = apart(words);
    const letters = options.join("").replaceAll("-", "");
    if (/[^1aARp]/.test(letters)) return null;
    const hidden = letters.includes("a") ? "all" : letters.includes("A") ? "almost" : "none";
    const more = { isDeep: letters.includes("R"), marksFolders: letters.includes("p") };
    return { paths: rest, toAct: (paths) => ({ kind: "list", paths, hidden, ...more }) };
  },
  find: readFind,
  rg(words) {
    const [first, ...rest] = words;
    if (first !== "--files" || rest.some(isOption)) return null;
    const every = { type: "file", name: null, mostDepth: null, hidden: false } as const;
    return { paths: rest, toAct: (paths) => ({ kind: "find", paths, ...every }) };
  },
  cd: (words) =>
    words.length === 1 && !isOption(words[0] ?? "")
      ? { paths: [...words], toAct: ([path]) => (path ? { kind: "enter", path } : null) }
      : null,
};

const isOption = (word: string): boolean => word.startsWith("-");

function apart(words: readonly string[]): { options: string[]; rest: string[] } {
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  const after = end < 0 ? [] : words.slice(end + 1);
  return { options: before.filter(isOption), rest: [...before.filter((word) => !isOption(word)), ...after] };
}

/** An option and the word behind it as one word: `-b a` is `-ba`. */
const joined = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) =>
    words[at - 1] === option ? [] : [word === option ? word + (words[at + 1] ?? "") : word],
  );

const count = (text: string): number | null => (/^\d{1,7}$/.test(text) ? Number(text) : null);

/** `-n 5`, `-n5`, `-5`, `-c 5` for bytes of the beginning, `-n +5` for all from a line on. */
function readEnd(program: "head" | "tail", words: readonly string[]): Read | null {
  const { options, rest } = apart(joined(joined(words, "-n"), "-c"));
  const [option = "-n10", ...others] = options;
  const [, unit = "n", sign = "", digits = ""] = /^-([nc]?)(\+?)(\d{1,7})$/.exec(option) ?? [];
  const amount = count(digits);
  if (amount === null || others.length > 0) return null;
  if (program === "head") {
    if (sign !== "") return null;
    return show("head", rest, { of: "first", count: amount, unit: unit === "c" ? "bytes" : "lines" });
  }
  if (unit === "c") return null;
  return sign === "+"
    ? show("tail", rest, { of: "ranges", ranges: [{ first: Math.max(1, amount), last: null }] })
    : show("tail", rest, { of: "last", count: amount });
}

/** `1,20p`, `5p`, `7,$p`, several with `;` between them, in ascending order: sed writes a line once for each that has it. */
function readRanges(script: string): { first: number; last: number | null }[] | null {
  const ranges = script.split(";").map((part) => {
    const match = /^\s*(\d{1,7})(?:,\s*(\d{1,7}|\$))?p\s*$/.exec(part);
    if (!match) return null;
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : match[2] === "$" ? null : Number(match[2]);
    // As the host: a range that ends before it begins is its first line.
    return first === 0 ? null : { first, last: last === null ? null : Math.max(first, last) };
  });
  if (!ranges.every((range) => range !== null)) return null;
  const isAscending = ranges.every(({ first }, at) => {
    const before = ranges[at - 1];
    return !before || (before.last !== null && before.last < first);
  });
  return isAscending ? ranges : null;
}

function readFind(words: readonly string[]): Read | null {
  const begin = words.findIndex(isOption);
  const paths = begin < 0 ? words : words.slice(0, begin);
  const tests = begin < 0 ? [] : words.slice(begin);
  const found: { type: "file" | "folder" | null; name: string | null; mostDepth: number | null } = {
    type: null,
    name: null,
    mostDepth: null,
  };
  for (let at = 0; at < tests.length; at += 2) {
    const value = tests[at + 1];
    if (value === undefined) return null;
    if (tests[at] === "-type" && (value === "f" || value === "d"))
      found.type = value === "f" ? "file" : "folder";
    else if (tests[at] === "-name" && !/[[\]\\]/.test(value)) found.name = value;
    else if (tests[at] === "-maxdepth" && count(value) !== null) found.mostDepth = count(value);
    else return null;
  }
  return { paths: [...paths], toAct: (places) => ({ kind: "find", paths: places, ...found, hidden: true }) };
}

function toPath(given: string, at: Folder): ShellPath | null {
  const place = placeOf(given, at);
  return place && { given, ...place };
}

/** The place that a path names, its `.` and `..` followed; null for one that is not below the folder of skills. */
function placeOf(given: string, at: Folder): Pick<ShellPath, "skill" | "path"> | null {
  const absolute = /^skill:\/+(.*)$/s.exec(given)?.[1];
  if (absolute === undefined && (at === null || /^[/~]/.test(given) || given === "")) return null;
  const before =
    absolute === undefined && at ? [...(at.skill === null ? [] : [at.skill]), ...at.path.split("/")] : [];
  const segments: string[] = [];
  for (const segment of [...before, ...(absolute ?? given).split("/")]) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  const [skill = null, ...path] = segments;
  return { skill, path: path.join("/") };
}
