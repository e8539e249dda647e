import { ClientError, type ExitCode, exitCodes } from "./client-error";
import { type CommandName, helpOf, helpOfAll } from "./command-table";
import { parseCommand, type Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { safe, Told } from "./told";

type Run = (terminal: Terminal, told: Told, typed: Typed) => Promise<ExitCode>;

/** Each is loaded when it is asked for, so that none waits for what another needs. */
const runs: Readonly<Record<CommandName, () => Promise<Run>>> = {
  login: async () => (await import("./log-in")).logIn,
  logout: async () => (await import("./log-in")).logOut,
  pull: async () => (await import("./pull-skills")).pullSkills,
  status: async () => (await import("./folder-status")).folderStatus,
  push: async () => (await import("./push-skills")).pushSkills,
  validate: async () => (await import("./validate-skills")).validateSkills,
  verify: async () => (await import("./verify-folder")).verifyFolder,
};

/** Does what was typed after `greenroom`, and answers its exit code. Throws only for a bug. */
export async function runClient(
  terminal: Terminal,
  argv: readonly string[],
  version: string,
): Promise<ExitCode> {
  const parsed = parseCommand(argv);
  if (parsed.kind === "wrong") {
    terminal.writeErr(`Error: ${safe(parsed.problem)}\n`);
    return exitCodes.usage;
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
    if (!(error instanceof ClientError)) throw error;
    told.remark(`Error: ${error.message}`);
    told.document({
      command: typed.name,
      ok: false,
      error: { kind: error.kind, message: error.message, ...error.details },
    });
    return error.exitCode;
  }
}
