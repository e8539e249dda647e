import "server-only";
import pino from "pino";
import { escapeUnseen } from "@/lib/kernel/mark-hidden";
import { logLevel } from "./env";

const output = pino.destination({ fd: 1, sync: true });

declare global {
  /** Who else is told each line, as it was written. */
  var greenroomLogTap: ((line: string) => void) | undefined;
}

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
  {
    write: (line) => {
      output.write(escapeUnseen(line));
      globalThis.greenroomLogTap?.(line);
    },
  },
);
