import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { askServer, inWorkspace, readAnswer } from "./ask-server";
import { chooseWorkspaceAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes, machineError } from "./client-error";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

const answerSchema = z.object({ file: z.string(), text: z.string(), notes: z.array(z.string()) });

/** As a server's text may be: its answer escapes some of it. */
const mostBytes = 128 * 1024 * 1024;

/** Writes what a workspace is as a configuration file, or says it where none is named. Nothing that is there is lost unasked. */
export async function exportConfiguration(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const access = await chooseWorkspaceAccess(terminal, typed, null);
  told.step(`Reading the configuration of ${access.workspace}`);
  const answer = await askServer(access, inWorkspace(access, "/configuration/file"), { most: mostBytes });
  const { text, notes } = readAnswer(access, answer, answerSchema);
  const [named] = typed.paths;
  if (named !== undefined)
    await write(path.resolve(terminal.workingFolder, named), { text, named, replace: typed.isOn("force") });
  for (const note of notes) told.remark(note);
  told.document({ command: "export", ok: true, text, notes });
  if (named !== undefined) told.line(`Wrote ${safe(named)}.`);
  else if (!typed.isOn("json")) terminal.writeOut(text);
  return exitCodes.fine;
}

type Writing = { text: string; named: string; replace: boolean };

async function write(place: string, { text, named, replace }: Writing): Promise<void> {
  try {
    await writeFile(place, text, { flag: replace ? "w" : "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new ClientError("machine", `${named} is there already. Give --force to replace it.`);
    throw machineError(`${named} cannot be written`, error);
  }
}
