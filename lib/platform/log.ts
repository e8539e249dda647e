import "server-only";
import pino from "pino";
import { escapeUnseen } from "@/lib/kernel/mark-hidden";
import { logLevel } from "./env";

type Output = ReturnType<typeof pino.destination>;

declare global {
  var greenroomLogOutput: Output | undefined;
  /** Who else is told each line, as it was written. */
  var greenroomLogTap: ((line: string) => void) | undefined;
}

const options = {
  fd: 1,
  sync: false,
  /** Written together, at the latest after so long: what a process that is killed was about to say. Characters, ms. */
  minLength: 4_096,
  periodicFlush: 100,
  /** Kept for a reader who stands still: lines past that are lost, and the server goes on. Characters. */
  maxLength: 16 * 1024 * 1024,
};

/**
 * Nobody waits for whoever reads the log; what is still to be written is, when the process ends by itself. One for all
 * bundles of the process: two that write at once would break into each other's lines.
 */
function output(): Output {
  globalThis.greenroomLogOutput ??= pino.destination(options);
  return globalThis.greenroomLogOutput;
}

const destination = {
  write: (line: string) => {
    const shown = escapeUnseen(line);
    output().write(shown);
    globalThis.greenroomLogTap?.(shown);
  },
  // Called before a process ends of what it logs as fatal.
  flushSync: () => output().flushSync(),
};

/**
 * The server's one logger: JSON lines on standard output. Secrets never go in; errors go in as `err`. What others wrote
 * stands in it escaped, so that no line moves the cursor of whoever reads it.
 */
export const log = pino(
  {
    level: logLevel(),
    base: { pid: process.pid },
    redact: ["*.password", "*.token", "*.secret", "*.cookie", "*.authorization"],
  },
  destination,
);

/** The same log, for lines of plain fields alone, as that of a request: to look for secrets in each costs as much as writing it. */
export const plainLog = log.child({}, { redact: [] });
