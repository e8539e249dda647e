import { hostFolders } from "./host-folders";

export type Flag = { type: "boolean" | "string"; short?: string; takes?: string; does: string };

/** Every option, spelt once. */
export const flags = {
  help: { type: "boolean", short: "h", does: "Shows what a command takes" },
  json: { type: "boolean", does: "Answers with one JSON document on standard output" },
  verbose: { type: "boolean", short: "v", does: "Says each step, a line each, on standard error" },
  strict: { type: "boolean", does: "Reads as the reference validator does: its errors are errors" },
  host: {
    type: "string",
    takes: "<id>",
    does: "Also asks this host's own loader whether it takes the skill; may be repeated",
  },
  junit: { type: "string", takes: "<file>", does: "Also writes a JUnit report there, for CI" },
  server: { type: "string", takes: "<address>", does: "Whose key is used, where there are several" },
  agent: { type: "string", takes: "<name>", does: "Whose skills, where the key is not for one agent" },
  into: { type: "string", takes: "<folder>", does: "Where the skills go" },
  target: {
    type: "string",
    takes: "<host>",
    does: `Where that host looks: ${Object.keys(hostFolders).join(", ")}`,
  },
  force: { type: "boolean", does: "Also replaces and removes what was changed here" },
  "key-file": { type: "string", takes: "<file>", does: "Reads the key there; - stands for standard input" },
  onto: {
    type: "string",
    takes: "<digest>",
    does: "Takes the draft with this digest for seen, and goes on from it",
  },
  "ask-review": { type: "boolean", does: "Then asks for review of each draft" },
  suite: {
    type: "string",
    takes: "<suite>",
    does: "trigger (is it found? unless it is said) or effect (does it help?)",
  },
  model: { type: "string", takes: "<model>", does: "Who answers, where it is not the agent's own" },
  repeats: { type: "string", takes: "<number>", does: "How often each case is tried" },
  cap: { type: "string", takes: "<dollars>", does: "What a run may spend at most" },
  yes: { type: "boolean", short: "y", does: "Does not ask before something is spent" },
  "only-changed": {
    type: "boolean",
    does: "Takes the run that there is of these very bytes, where nothing that is sent changed since",
  },
  anew: { type: "boolean", does: "Asks everything again, also what was answered to the same bytes before" },
  approved: { type: "boolean", does: "Of tasks: also tries what is published, and is held to it" },
  digest: {
    type: "string",
    takes: "<digest>",
    does: "Runs only where the draft is the one with this digest",
  },
  root: {
    type: "string",
    takes: "<folder>",
    does: "The skill's folder in its repository, which reports name files from",
  },
  "acknowledge-faults": {
    type: "boolean",
    does: "Judges a new run all the same where its self-check found faults",
  },
  against: { type: "string", takes: "<run>", does: "The number of the run to compare with" },
  recall: { type: "string", takes: "<share>", does: "What its whole interval has to lie above, from 0 to 1" },
  precision: { type: "string", takes: "<share>", does: "The same of precision" },
  sarif: { type: "string", takes: "<file>", does: "Also writes a SARIF report there" },
  markdown: { type: "string", takes: "<file>", does: "Also writes a summary for a comment there" },
  benchmark: { type: "string", takes: "<file>", does: "Also writes a BENCHMARK.md there" },
  trajectories: {
    type: "string",
    takes: "<folder>",
    does: "Also writes the session of every trial there, in ATIF 1.7",
  },
  "dry-run": { type: "boolean", does: "Says what would change, and changes nothing" },
  "sources-only": { type: "boolean", does: "Applies the sources of the file, and nothing else of it" },
  title: { type: "string", takes: "<text>", does: "What the review is called" },
  all: { type: "boolean", does: "Every key" },
} as const satisfies Record<string, Flag>;
export type FlagName = keyof typeof flags;

type Command = {
  takes: string;
  does: string;
  /** How many paths or addresses it takes at most. */
  most: number;
  options: readonly FlagName[];
  more: readonly string[];
};

const everywhere = ["help", "json", "verbose"] as const;

const pulledWords =
  "Where no folder is named: the nearest that was pulled, which is this one, a host's below it, or one above in the same repository.";

/** What each command is for, in the order of the help. */
export const commands = {
  login: {
    takes: "[address]",
    does: "Tries a key for a workspace or an agent, and keeps it",
    most: 1,
    options: [...everywhere, "key-file"],
    more: [
      "The address is that of the workspace or of the agent, as the browser shows it. The key is made under",
      "Settings > API keys: to deliver for pull and status, read and write for push. It is typed unseen, or",
      "comes from --key-file, GREENROOM_KEY or standard input, and is kept for this account alone.",
    ],
  },
  logout: {
    takes: "[address]",
    does: "Forgets a key, or with --all every one",
    most: 1,
    options: [...everywhere, "all"],
    more: ["The key still opens what it opened: revoke it in the app."],
  },
  pull: {
    takes: "",
    does: "Writes an agent's skills into a folder, and keeps what was changed there",
    most: 0,
    options: [...everywhere, "server", "agent", "into", "target", "force"],
    more: [
      "Without --into and --target it goes on with this folder, when it was pulled before. Each skill is replaced as a",
      "whole, and the lock file comes last. Exit code 1 when something was left alone because it was changed here.",
    ],
  },
  status: {
    takes: "[folder]",
    does: "Says of each skill of a folder whether it is what is delivered now",
    most: 1,
    options: [...everywhere, "server", "agent"],
    more: [
      "current, stale, changed here, withdrawn, removed (no longer delivered), missing, or not ours; with a lock file or",
      "without. Exit code 0 when every skill that is delivered is here and current, else 1. Nothing is written.",
      pulledWords,
    ],
  },
  push: {
    takes: "[folder or file ...]",
    does: "Saves skills as drafts, and never over what was not seen",
    most: 1_000,
    options: [...everywhere, "server", "onto", "ask-review", "title", "junit"],
    more: [
      "Opens a draft for a skill that there is not yet, and updates one that is as it was last seen from here: pushed or",
      "pulled. One that somebody changed since is left as it is and named with what differs (exit code 1); look at it in",
      "the app, bring over what you want to keep, and push with --onto and its digest. Needs a key to read and write.",
      "Where the server or this machine fails, those after it are not tried, and what became of each is told all the same.",
    ],
  },
  validate: {
    takes: "[folder or file ...]",
    does: "Holds skills to the app's own rules, without a server",
    most: 1_000,
    options: [...everywhere, "strict", "host", "junit"],
    more: [
      "Reads every skill at or below each folder (this one when none is named). A file stands for the skill it lies in.",
      "Exit code 1 when there is an error, a finding that blocks publishing, or a host that refuses a skill.",
    ],
  },
  eval: {
    takes: "<skill ...>",
    does: "Runs the suite of each skill's draft on the server, and holds it to a gate",
    most: 100,
    options: [
      ...everywhere,
      "server",
      "agent",
      "suite",
      "model",
      "repeats",
      "cap",
      "yes",
      "only-changed",
      "anew",
      "digest",
      "approved",
      "acknowledge-faults",
      "against",
      "recall",
      "precision",
      "junit",
      "sarif",
      "markdown",
      "benchmark",
      "trajectories",
      "root",
    ],
    more: [
      "Skills are named as on the server; push first what changed here. Says what a run may cost and asks, or runs at once",
      "with --yes. Ctrl+C stops the run on the server: what was done is kept and told; once more leaves it to go on there.",
      "A trigger suite is held to --recall and --precision, and to the newest run of a published version that measured",
      "something with the same agent and model, or to --against; tasks are held to what is published with --approved. What",
      "passes because it was held to nothing says so. --only-changed takes a run only where it asked the same of the same",
      "model, nothing that is sent has changed since and it measured something. Reports are of one run each.",
      "Exit code 1 for a regression, 2 when a golden task failed, 3 when nothing was measured: no suite, too few cases, a no,",
      "no live model, no server. Of several skills the gravest counts: 2, then 3, then 1. Needs a key to rehearse.",
    ],
  },
  apply: {
    takes: "[file]",
    does: "Makes sources, agents, policy and limits what a configuration file says",
    most: 1,
    options: [...everywhere, "server", "dry-run", "sources-only", "yes"],
    more: [
      "The file is greenroom.yaml where none is named. Shows what it changes and asks; --yes does not. All of it is applied",
      "or nothing: each problem is told with its line and column. What it names is kept in it from then on, and read-only in",
      "the app. With --sources-only the rest waits: agents may name skills that the first sync of its sources brings. Exit",
      "code 1 for problems, for a no, and with --dry-run where something differs. Needs an admin's key to read and write.",
    ],
  },
  export: {
    takes: "[file]",
    does: "Writes sources, agents, policy and limits as a configuration file that says the same",
    most: 1,
    options: [...everywhere, "server", "force"],
    more: [
      "Written to standard output where no file is named; a file that is there is replaced with --force alone. Applied where",
      "it comes from it changes nothing. No secret is in it; what else no file can say is told, and stands at its head.",
      "Needs an admin's key to read and write.",
    ],
  },
  verify: {
    takes: "[folder]",
    does: "Holds a pulled folder to its lock file, without a server",
    most: 1,
    options: everywhere,
    more: ["Exit code 1 when a skill is missing or differs by a byte from what was pulled.", pulledWords],
  },
} as const satisfies Record<string, Command>;
export type CommandName = keyof typeof commands;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

const row = (typed: string, does: string): string => `  ${typed.padEnd(34)} ${does}`;

const exitCodeLines = [
  "Exit codes: 0 all is as it should be, 1 something differs or is wrong, 3 the server refuses or cannot be reached,",
  "4 files of this machine cannot be read or written, 64 not understood; 2 says eval alone: a golden task failed.",
  "141 instead of 0: nobody read the answer to its end (a closed pipe).",
];

export function helpOfAll(): string {
  return [
    "Skills of a Greenroom, from a terminal or in CI.",
    "",
    "  greenroom <command> [options]",
    "",
    ...Object.entries(commands).map(([name, { takes, does }]) => row(`${name} ${takes}`, does)),
    "",
    row("<command> --help", "What it takes"),
    row("--version", "The release"),
    "",
    ...exitCodeLines,
  ].join("\n");
}

export function helpOf(name: CommandName): string {
  const { takes, does, options, more }: Command = commands[name];
  return [
    `${does}.`,
    "",
    `  greenroom ${name} ${takes} [options]`,
    "",
    ...options.map((option) => {
      const flag: Flag = flags[option];
      const short = flag.short === undefined ? "" : `-${flag.short}, `;
      return row(`${short}--${option}${flag.takes === undefined ? "" : ` ${flag.takes}`}`, flag.does);
    }),
    "",
    ...more,
    ...exitCodeLines,
  ].join("\n");
}
