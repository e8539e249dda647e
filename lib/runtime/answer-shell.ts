import { bytesOf, textOf } from "@/lib/skills/file-text";
import { isSecretPath } from "@/lib/skills/package-path";
import type { SkillRef } from "./events";
import { mediaTypeOf } from "./media-type";
import { whyWithheld } from "./read-resource";
import type { SessionSetup } from "./session-setup";
import { mostShellBytes, type ShellDone, ShellOutput } from "./shell-output";
import type { ShellAct, ShellPath, ShellStep } from "./shell-step";
import { countTexts, matchesName, numberedLength, numberLines, pickText } from "./shell-text";

/** A file that a command showed, and what of it. */
export type ShownFile = {
  skill: SkillRef;
  path: string;
  /** Null for a file that is no text. */
  text: string | null;
  /** Of the whole file. */
  bytes: number;
  shown: string;
};
/** A name that leads to nothing; `skill` is null when it is not one of those that may be asked for. */
export type MissedFile = { skill: SkillRef | null; name: string; path: string; isWithheld?: true };

export type ShellAnswer = {
  /** What was written to both outputs, in the order in which it was. */
  output: string;
  code: number;
  shown: ShownFile[];
  missed: MissedFile[];
};

const codes = { cat: 1, head: 1, tail: 1, nl: 1, sed: 2, wc: 1, ls: 2, find: 1, cd: 1 } as const;
type Program = keyof typeof codes;

/** Answers commands from packages. Nothing runs. Null when they read or write more than 8 MiB. */
export async function answerShell(
  setup: SessionSetup,
  steps: readonly ShellStep[],
  skills: ReadonlyMap<string, SkillRef>,
): Promise<ShellAnswer | null> {
  const shell = new Shell(setup, skills);
  let output = "";
  let code = 0;
  let skips = false;
  for (const [at, { joint, act, hidesErrors }] of steps.entries()) {
    if (
      joint === "pipe" ? skips : (joint === "and" && code !== 0) || (joint === "or" && code === 0 && at > 0)
    ) {
      skips = true;
      continue;
    }
    skips = false;
    const done = await shell.run(act, joint === "pipe" ? shell.piped : null, hidesErrors);
    if (!done) return null;
    code = done.code;
    shell.piped = done.output;
    if (steps[at + 1]?.joint === "pipe") output += done.errors;
    else output += done.both;
    if (output.length > mostShellBytes) return null;
  }
  return { output, code, shown: shell.shown, missed: shell.missed };
}

type Found =
  | { kind: "file"; skill: SkillRef; path: string }
  | { kind: "folder"; files: string[] }
  | { kind: "absent" };

class Shell {
  piped = "";
  readonly shown: ShownFile[] = [];
  readonly missed: MissedFile[] = [];
  private bytes = 0;
  private readonly packages = new Map<string, Promise<string[]>>();

  constructor(
    private readonly setup: SessionSetup,
    private readonly skills: ReadonlyMap<string, SkillRef>,
  ) {}

  async run(act: ShellAct, piped: string | null, hidesErrors: boolean): Promise<ShellDone | null> {
    const lines = new ShellOutput(hidesErrors);
    switch (act.kind) {
      case "say":
        lines.say(act.text);
        break;
      case "enter":
        if ((await this.find(act.path)).kind !== "folder") this.miss(lines, "cd", act.path);
        break;
      case "show":
        await this.show(act, piped, lines);
        break;
      case "count":
        await this.count(act, piped, lines);
        break;
      case "list":
        await this.list(act, lines);
        break;
      case "find":
        await this.search(act, lines);
        break;
    }
    return this.bytes > mostShellBytes || lines.isFull ? null : lines.done();
  }

  private async show(
    act: Extract<ShellAct, { kind: "show" }>,
    piped: string | null,
    lines: ShellOutput,
  ): Promise<void> {
    const show = (text: string) => {
      const picked = pickText(text, act.pick);
      if (lines.hasRoom(numberedLength(picked, act.numbers))) lines.say(numberLines(picked, act.numbers));
    };
    if (piped !== null) {
      show(piped);
      for (const file of this.shown.slice(-1)) file.shown = pickText(file.shown, act.pick);
    }
    const isHeaded = act.paths.length > 1 && (act.program === "head" || act.program === "tail");
    for (const [at, path] of act.paths.entries()) {
      const file = await this.read(path, act.program, lines);
      if (this.isOver(lines)) return;
      if (!file) continue;
      if (isHeaded) lines.say(`${at > 0 ? "\n" : ""}==> ${path.given} <==\n`);
      const { text, bytes } = file;
      if (text === null) lines.say(`${path.given} is no text: ${mediaTypeOf(file.path)}, ${bytes} bytes.\n`);
      else show(text);
      this.shown.push({ ...file, shown: text === null ? "" : pickText(text, act.pick) });
    }
  }

  private async count(
    act: Extract<ShellAct, { kind: "count" }>,
    piped: string | null,
    lines: ShellOutput,
  ): Promise<void> {
    const counted: Parameters<typeof countTexts>[0][number][] = [];
    if (piped !== null) counted.push({ name: null, text: piped, bytes: bytesOf(piped).length });
    for (const path of act.paths) {
      const file = await this.read(path, "wc", lines);
      if (this.isOver(lines)) return;
      if (file) counted.push({ name: path.given, text: file.text ?? "", bytes: file.bytes });
    }
    if (counted.length > 0) lines.say(countTexts(counted, act.counts));
  }

  private async list(act: Extract<ShellAct, { kind: "list" }>, lines: ShellOutput): Promise<void> {
    const folders: { path: ShellPath; files: string[] }[] = [];
    const files: ShellPath[] = [];
    for (const path of act.paths) {
      const place = await this.find(path);
      if (place.kind === "absent") this.miss(lines, "ls", path);
      else if (place.kind === "file") files.push(path);
      else folders.push({ path, files: place.files });
    }
    for (const { given } of files) lines.say(`${given}\n`);
    const isNamed = act.isDeep || act.paths.length > 1;
    let isFirst = files.length === 0;
    for (const folder of folders)
      for (const { given, names } of lines.isFull ? [] : foldersOf(folder.path.given, folder.files, act)) {
        if (isNamed) lines.say(`${isFirst ? "" : "\n"}${given}:\n`);
        isFirst = false;
        lines.say(names.map((name) => `${name}\n`).join(""));
      }
  }

  private async search(act: Extract<ShellAct, { kind: "find" }>, lines: ShellOutput): Promise<void> {
    for (const path of act.paths) {
      if (lines.isFull) return;
      const place = await this.find(path);
      if (place.kind === "absent") this.miss(lines, "find", path);
      else lines.say(foundIn(path.given, place.kind === "file" ? null : place.files, act));
    }
  }

  private isOver(lines: ShellOutput): boolean {
    return this.bytes > mostShellBytes || lines.isFull;
  }

  private async read(path: ShellPath, program: Program, lines: ShellOutput) {
    const place = await this.find(path);
    if (place.kind === "folder") lines.fail(`${program}: ${path.given}: it is a folder\n`, codes[program]);
    if (place.kind === "absent") this.miss(lines, program, path);
    if (place.kind !== "file") return null;
    const bytes = await this.setup.source.readFile(place.skill, place.path);
    this.bytes += bytes?.length ?? 0;
    if (!bytes || this.bytes > mostShellBytes) return null;
    const why = await whyWithheld(this.setup, place.skill, { path: place.path, bytes });
    if (why !== null) {
      this.miss(lines, program, path, true);
      return null;
    }
    return { skill: place.skill, path: place.path, text: textOf(bytes), bytes: bytes.length };
  }

  private miss(lines: ShellOutput, program: Program, at: ShellPath, isWithheld = false): void {
    const { given, skill: name, path } = at;
    const skill = name === null ? null : (this.skills.get(name) ?? null);
    this.missed.push({ skill, name: name ?? "", path, ...(isWithheld ? { isWithheld } : {}) });
    const said = program === "ls" ? `cannot look at '${given}'` : program === "find" ? `‘${given}’` : given;
    lines.fail(`${program}: ${said}: there is no such file\n`, codes[program]);
  }

  private async find({ skill: name, path }: ShellPath): Promise<Found> {
    if (name === null) {
      const all = await Promise.all(
        [...this.skills.values()].map(async (skill) =>
          (await this.filesOf(skill)).map((file) => `${skill.name}/${file}`),
        ),
      );
      return { kind: "folder", files: all.flat().sort() };
    }
    const skill = this.skills.get(name);
    if (!skill) return { kind: "absent" };
    const files = await this.filesOf(skill);
    if (files.includes(path)) return { kind: "file", skill, path };
    const before = path === "" ? "" : `${path}/`;
    const below = files.flatMap((file) => (file.startsWith(before) ? [file.slice(before.length)] : []));
    return below.length > 0 || path === "" ? { kind: "folder", files: below } : { kind: "absent" };
  }

  /** Sorted by their bytes, SKILL.md among them; files that may hold secrets are not there. */
  private filesOf(skill: SkillRef): Promise<string[]> {
    const held = this.packages.get(skill.name);
    if (held) return held;
    const files = this.setup.source.listFiles(skill).then((all) =>
      all
        .map(({ path }) => path)
        .filter((path) => !isSecretPath(path))
        .sort(),
    );
    this.packages.set(skill.name, files);
    return files;
  }
}

type Listing = Extract<ShellAct, { kind: "list" }>;
const isHidden = (name: string): boolean => name.startsWith(".");

/** A folder's own names, and with `isDeep` those of every folder below it. */
function foldersOf(
  given: string,
  files: readonly string[],
  act: Listing,
): { given: string; names: string[] }[] {
  const entries = new Map<string, string[] | null>();
  for (const file of files) {
    const slash = file.indexOf("/");
    const name = slash < 0 ? file : file.slice(0, slash);
    if (act.hidden === "none" && isHidden(name)) continue;
    if (slash < 0) entries.set(name, null);
    else {
      const below = entries.get(name) ?? [];
      below.push(file.slice(slash + 1));
      entries.set(name, below);
    }
  }
  const mark = act.marksFolders ? "/" : "";
  const dots = act.hidden === "all" ? [`.${mark}`, `..${mark}`] : [];
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  const names = [...dots, ...sorted.map(([name, below]) => (below ? name + mark : name))];
  const deeper = act.isDeep
    ? sorted.flatMap(([name, below]) => (below ? foldersOf(joinPath(given, name), below, act) : []))
    : [];
  return [{ given, names }, ...deeper];
}

/** Every path below one, the folders before what is in them; `files` is null for a file. */
function foundIn(
  given: string,
  files: readonly string[] | null,
  act: Extract<ShellAct, { kind: "find" }>,
): string {
  const paths = new Map<string, "file" | "folder">([["", files === null ? "file" : "folder"]]);
  for (const file of files ?? []) {
    const parts = file.split("/");
    if (!act.hidden && parts.some(isHidden)) continue;
    for (const [at] of parts.entries())
      paths.set(parts.slice(0, at + 1).join("/"), at === parts.length - 1 ? "file" : "folder");
  }
  return [...paths]
    .filter(([path, type]) => {
      const depth = path === "" ? 0 : path.split("/").length;
      const name = (path === "" ? given : path).replace(/\/+$/, "").split("/").at(-1) ?? "";
      return (
        (act.type === null || act.type === type) &&
        (act.mostDepth === null || depth <= act.mostDepth) &&
        (act.name === null || matchesName(name, act.name))
      );
    })
    .map(([path]) => `${path === "" ? given : joinPath(given, path)}\n`)
    .join("");
}

const joinPath = (folder: string, name: string): string => `${folder.replace(/\/+$/, "")}/${name}`;
