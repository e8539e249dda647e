import { ClientError, type ExitCode, exitCodes, failureOf } from "./client-error";
import { type CommandName, helpOf, helpOfAll, isCommandName } from "./command-table";
import { parseCommand, type Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { Told } from "./told";

type Run = (terminal: Terminal, told: Told, typed: Typed) => Promise<ExitCode>;

/** Each is loaded when it is asked for, so that none waits for what another needs. */
const runs: Readonly<Record<CommandName, () => Promise<Run>>> = {
  login: async () => (await import("./log-in")).logIn,
  logout: async () => (await import("./log-in")).logOut,
  pull: async () => (await import("./pull-skills")).pullSkills,
  status: async () => (await import("./folder-status")).folderStatus,
  push: async () => (await import("./push-skills")).pushSkills,
  validate: async () => (await import("./validate-skills")).validateSkills,
  apply: async () => (await import("./apply-configuration")).applyConfiguration,
  export: async () => (await import("./export-configuration")).exportConfiguration,
  eval: async () => (await import("./eval-skills")).evalSkills,
  verify: async () => (await import("./verify-folder")).verifyFolder,
};

/**
 * Does what was typed after `greenroom`, and answers its exit code. With --json there is a document whatever happens.
 * Throws only for a bug.
 */
export async function runClient(
  terminal: Terminal,
  argv: readonly string[],
  version: string,
): Promise<ExitCode> {
  const parsed = parseCommand(argv);
  if (parsed.kind === "wrong") {
    const told = new Told(terminal, { json: isJsonAsked(argv), verbose: false });
    const [name = ""] = argv;
    return tellFailure(told, isCommandName(name) ? name : null, new ClientError("usage", parsed.problem));
  }
  if (parsed.kind === "version" || parsed.kind === "help") {
    const text = parsed.kind === "version" ? version : parsed.of === null ? helpOfAll() : helpOf(parsed.of);
    terminal.writeOut(`${text}\n`);
    return exitCodes.fine;
  }
  const { typed } = parsed;
  const told = new Told(terminal, { json: typed.isOn("json"), verbose: typed.isOn("verbose") });
  try {
    const run = await runs[typed.name]();
    return await run(terminal, told, typed);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return tellFailure(told, typed.name, failure);
    // Programs are to find a document here too; the launcher shows people the whole of it.
    told.document({ command: typed.name, ok: false, error: { kind: "fault", message: faultWords } });
    throw error;
  }
}

const faultWords = "This is a fault of the client's own; what is known of it stands on standard error.";

/** Of what was not understood: before `--`, where options end, as one of the words. */
const isJsonAsked = (argv: readonly string[]): boolean => {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).includes("--json");
};

function tellFailure(told: Told, command: CommandName | null, failure: ClientError): ExitCode {
  const { kind, message, details, exitCode } = failure;
  told.remark(`Error: ${message}`);
  told.document({ command, ok: false, error: { kind, message, ...details } });
  return exitCode;
}
