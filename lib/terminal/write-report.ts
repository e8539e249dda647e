import { writeFile } from "node:fs/promises";
import path from "node:path";
import { machineError } from "./client-error";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";

/** Writes the JUnit report that was asked for, if one was. Made only then. */
export async function writeReport(terminal: Terminal, typed: Typed, make: () => string): Promise<void> {
  const named = typed.valueOf("junit");
  if (named !== undefined) await writeReportAt(terminal, named, make());
}

/** Writes a report where it was asked for. */
export async function writeReportAt(terminal: Terminal, named: string, text: string): Promise<void> {
  const place = path.resolve(terminal.workingFolder, named);
  try {
    await writeFile(place, text);
  } catch (error) {
    throw machineError(`The report ${place} cannot be written`, error);
  }
}
