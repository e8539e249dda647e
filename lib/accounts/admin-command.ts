import { parseArgs } from "node:util";
import { markOnLine } from "@/lib/kernel/mark-hidden";

/** What each command is for, in the order of the help. */
export const adminCommands = {
  list: {
    takes: "",
    does: "Shows everybody: operator or not, workspaces and roles, second step, last sign-in",
  },
  "reset-password": {
    takes: "<email>",
    does: "Prints a link to choose a new password: once, within an hour",
  },
  "reset-two-factor": { takes: "<email>", does: "Switches the second step off for somebody who lost it" },
  "make-operator": { takes: "<email>", does: "Makes somebody an operator of this installation" },
  "remove-operator": { takes: "<email>", does: "Makes somebody no operator any more; never the last one" },
  deactivate: {
    takes: "<email>",
    does: "Lets nobody in with this account: sessions, streams, runs and keys stop",
  },
  reactivate: { takes: "<email>", does: "Lets somebody in again, with their roles and keys" },
} as const;
export type AdminCommandName = keyof typeof adminCommands;

export type AdminCommand =
  | { name: "help" }
  | { name: "wrong"; problem: string }
  | { name: "list"; json: boolean }
  | { name: "reset-password"; email: string; password: "link" | "prompt" | "stdin" }
  | { name: Exclude<AdminCommandName, "list" | "reset-password">; email: string };

const options = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  prompt: { type: "boolean" },
  "password-stdin": { type: "boolean" },
} as const;

/** What was typed after `npm run admin --`. */
export function parseAdminCommand(argv: readonly string[]): AdminCommand {
  const typed = parseTyped(argv);
  if ("problem" in typed) return { name: "wrong", problem: typed.problem };
  const { values, positionals } = typed;
  const [name, email, ...rest] = positionals;
  if (values.help || name === undefined || name === "help") return { name: "help" };
  if (!isName(name)) return { name: "wrong", problem: `There is no command “${markOnLine(name)}”.` };
  const odd = oddOption(name, values);
  if (odd) return { name: "wrong", problem: `“${name}” takes no --${odd}.` };
  if (name === "list")
    return email === undefined
      ? { name, json: values.json === true }
      : { name: "wrong", problem: "“list” takes no address: it shows everybody." };
  if (email === undefined) return { name: "wrong", problem: `Say whose account: ${name} <email>.` };
  if (rest.length > 0) return { name: "wrong", problem: "One address at a time." };
  if (name !== "reset-password") return { name, email };
  if (values.prompt && values["password-stdin"])
    return { name: "wrong", problem: "Choose one of --prompt and --password-stdin." };
  const password = values.prompt ? "prompt" : values["password-stdin"] ? "stdin" : "link";
  return { name, email, password };
}

type Values = Partial<Record<keyof typeof options, boolean>>;

function parseTyped(
  argv: readonly string[],
): { values: Values; positionals: string[] } | { problem: string } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    return {
      problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : "That was not understood.",
    };
  }
}

const isName = (name: string): name is AdminCommandName => Object.hasOwn(adminCommands, name);

function oddOption(name: AdminCommandName, values: Values): string | undefined {
  const taken: Partial<Record<AdminCommandName, string[]>> = {
    list: ["json"],
    "reset-password": ["prompt", "password-stdin"],
  };
  return Object.keys(values).find((option) => !(taken[name] ?? []).includes(option));
}

export function adminHelp(): string {
  const row = (typed: string, does: string) => `  ${typed.padEnd(41)} ${does}`;
  return [
    "Looks after the accounts of this Greenroom, from the machine that it runs on. The server may run or not.",
    "",
    "  npm run admin -- <command> [options]",
    "",
    ...Object.entries(adminCommands).map(([name, { takes, does }]) => row(`${name} ${takes}`, does)),
    "",
    row("list --json", "As JSON"),
    row("reset-password <email> --prompt", "Asks for the new password here and sets it"),
    row("reset-password <email> --password-stdin", "Takes it from the first line of standard input"),
    "",
    "It finds the installation as npm start does: GREENROOM_DATA or .data, or DATABASE_URL; .env is read.",
    "Everything is written to the audit trail. Exit codes: 0 done, 1 refused or failed, 2 not understood.",
  ].join("\n");
}
