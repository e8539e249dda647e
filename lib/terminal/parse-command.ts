import { parseArgs } from "node:util";
import { editDistance } from "@/lib/kernel/edit-distance";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { type CommandName, commands, type Flag, type FlagName, flags, isCommandName } from "./command-table";

/** A command with the options that it takes, and the paths or addresses after it. */
export type Typed = {
  name: CommandName;
  /** Whether a switch was given. */
  isOn: (flag: FlagName) => boolean;
  /** What was given for an option, the last time. */
  valueOf: (flag: FlagName) => string | undefined;
  /** All that was given for one that may be repeated. */
  valuesOf: (flag: FlagName) => readonly string[];
  paths: readonly string[];
};

export type Parsed =
  | { kind: "command"; typed: Typed }
  | { kind: "help"; of: CommandName | null }
  | { kind: "version" }
  | { kind: "wrong"; problem: string };

const wrong = (problem: string): Parsed => ({ kind: "wrong", problem });

/** What was typed after `greenroom`. The command comes first; options that it does not take are refused. */
export function parseCommand(argv: readonly string[]): Parsed {
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const [of] = rest;
    return { kind: "help", of: of !== undefined && isCommandName(of) ? of : null };
  }
  if (name === "--version" || name === "-V") return { kind: "version" };
  if (name.startsWith("-")) return wrong(`The command comes first, then its options: ${shown(name)}.`);
  if (!isCommandName(name)) return wrong(`There is no command ${shown(name)}.${nearest(name)}`);
  const taken = takenBy(name, rest);
  if ("problem" in taken) return wrong(taken.problem);
  if (taken.isOn("help")) return { kind: "help", of: name };
  const problem = problemOf(taken);
  return problem === null ? { kind: "command", typed: taken } : wrong(problem);
}

function problemOf({ name, paths, valuesOf }: Typed): string | null {
  const { most, takes }: { most: number; takes: string } = commands[name];
  if (paths.length > most)
    return most === 0
      ? `“${name}” takes nothing but options: ${shown(paths[0] ?? "")}.`
      : `“${name}” takes ${takes}: ${paths.length} were given.`;
  const options: readonly FlagName[] = commands[name].options;
  const isEmpty = paths.includes("") || options.some((option) => valuesOf(option).includes(""));
  return isEmpty ? "An empty text was given where a name or a path is wanted." : null;
}

function takenBy(name: CommandName, args: string[]): Typed | { problem: string } {
  const taken: readonly FlagName[] = commands[name].options;
  const options = Object.fromEntries(
    taken.map((option) => {
      const { type, short }: Flag = flags[option];
      return [option, { type, multiple: true, ...(short === undefined ? {} : { short }) }];
    }),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const given = (flag: FlagName) => [values[flag] ?? []].flat();
    const valuesOf = (flag: FlagName) => given(flag).filter((one) => typeof one === "string");
    return {
      name,
      isOn: (flag) => given(flag).includes(true),
      valueOf: (flag) => valuesOf(flag).at(-1),
      valuesOf,
      paths: positionals,
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    const [sentence = ""] = said.split(/\n|\. To specify/);
    return {
      problem: `${markOnLine(sentence.slice(0, 200)).replace(/\.$/, "")}. See: greenroom ${name} --help`,
    };
  }
}

const shown = (text: string): string => `“${markOnLine(text.slice(0, 80))}”`;

function nearest(name: string): string {
  const [near] = Object.keys(commands)
    .map((known) => ({ known, distance: editDistance(known, name.slice(0, 20), 3) }))
    .filter(({ distance }) => distance <= 2)
    .sort((left, right) => left.distance - right.distance);
  return near === undefined ? " See: greenroom --help" : ` Did you mean ${near.known}?`;
}
