/** What a command ends with: the same for all of them, and told in the help. */
export const exitCodes = {
  /** Done, and everything is as it should be. */
  fine: 0,
  /** Done, and something differs or is wrong: problems found, folders that are not what is delivered, changes held back. */
  differs: 1,
  /** Of `eval` alone: a task that has to pass failed. */
  golden: 2,
  /** No connection, a key that is not accepted or may not do this, or an answer that cannot be used. */
  server: 3,
  /** Files of this machine cannot be read or written, or another command is at work on them. */
  machine: 4,
  /** The command was not understood, or names something that does not exist here: EX_USAGE of sysexits.h, apart from every gate's. */
  usage: 64,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
export type FailureKind = "usage" | "server" | "machine" | "differs";

/** The command cannot go on. The message says what is wrong, where, and what to do. */
export class ClientError extends Error {
  override readonly name = "ClientError";

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** For programs: what the message is about. */
    readonly details: Readonly<Record<string, unknown>> = {},
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }

  get exitCode(): ExitCode {
    return exitCodes[this.kind];
  }
}

/** `ENOENT` and its like; "" for anything that is no system error. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free some space and try again",
  EDQUOT: "this account's share of the disk is used up; free some space and try again",
  EACCES: "this account may not; give it the right, or choose another folder",
  EPERM: "this account may not; give it the right, or choose another folder",
  EROFS: "it is mounted read-only; choose another folder",
  ENOENT: "it does not exist",
  ENOTDIR: "something on the way to it is a file, not a folder",
  ENAMETOOLONG: "its name is too long for this file system",
  ELOOP: "links lead back to themselves",
};

/** What ends a command and is no bug: the launcher's plain errors and the system's own among it. Null for a bug. */
export function failureOf(error: unknown): ClientError | null {
  if (error instanceof ClientError) return error;
  if (!(error instanceof Error)) return null;
  if (error.name === "PlainError") return new ClientError("machine", error.message, {}, { cause: error });
  // Node's own codes have an underscore: they say that it was called in a wrong way.
  if (!/^E[A-Z0-9]+$/.test(systemCode(error))) return null;
  const at = "path" in error && typeof error.path === "string" ? error.path : "A file";
  return machineError(`${at} cannot be read or written`, error);
}

/** What a system error means for whoever called the command. */
export function machineError(doing: string, error: unknown): ClientError {
  const code = systemCode(error);
  if (code === "") throw error;
  return new ClientError(
    "machine",
    `${doing}: ${reasons[code] ?? "the system refused it"} (${code}).`,
    {},
    {
      cause: error,
    },
  );
}
