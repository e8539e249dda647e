import "server-only";
import pino from "pino";
import { logLevel } from "./env";

/** The server's one logger: JSON lines on standard output. Secrets never go in; errors go in as `err`. */
export const log = pino({
  level: logLevel(),
  base: { pid: process.pid },
  redact: ["*.password", "*.token", "*.secret", "*.cookie", "*.authorization"],
});
