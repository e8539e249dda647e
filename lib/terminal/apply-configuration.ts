import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { type Access, askServer, inWorkspace, readAnswer } from "./ask-server";
import { chooseWorkspaceAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes } from "./client-error";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

const answerSchema = z.object({
  applied: z.boolean(),
  items: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      outcome: z.string(),
      summary: z.string(),
      /** Older servers know no sources. */
      needs: z.string().default(""),
      place: z.string(),
    }),
  ),
  problems: z.array(z.object({ place: z.string(), message: z.string() })),
});
type Answer = z.infer<typeof answerSchema>;

const isChange = ({ outcome }: Answer["items"][number]): boolean => outcome !== "unchanged";

/**
 * Makes sources, agents, policy and limits of a workspace what a file says: shows what that changes, asks, and does all of it
 * or nothing. What still needs a secret, which no file holds, is said besides.
 */
export async function applyConfiguration(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const [file = "greenroom.yaml"] = typed.paths;
  const text = readText(path.resolve(terminal.workingFolder, file), file);
  const access = await chooseWorkspaceAccess(terminal, typed, null);
  told.step(`Comparing ${file} with ${access.workspace}`);
  const sourcesOnly = typed.isOn("sources-only");
  const send = (dryRun: boolean) =>
    ask(access, { text, file: path.basename(file), dryRun, ...(sourcesOnly && { sourcesOnly }) });
  const looked = await send(true);
  const changes = looked.items.filter(isChange).length;
  const isOnlyLook = typed.isOn("dry-run");
  if (looked.problems.length > 0 || changes === 0 || isOnlyLook) return tellAll(told, looked);
  for (const item of looked.items.filter(isChange)) tellItem(told, item);
  if (!(await mayApply(terminal, typed, changes))) {
    told.document({ command: "apply", ok: false, ...looked });
    told.line("Nothing was applied: you said no.");
    return exitCodes.differs;
  }
  const done = await send(false);
  if (done.problems.length > 0) return tellAll(told, done);
  told.document({ command: "apply", ok: true, ...done });
  told.line(`Applied: ${formatCount(done.items.filter(isChange).length, "change")}.`);
  tellNeeds(told, done);
  return exitCodes.fine;
}

function readText(place: string, shown: string): string {
  try {
    return readFileSync(place, "utf8");
  } catch (cause) {
    throw new ClientError("machine", `${shown} cannot be read. Name a configuration file.`, {}, { cause });
  }
}

/** The same question twice comes to the same, so what broke may be asked again. */
async function ask(
  access: Access,
  body: { text: string; file: string; dryRun: boolean; sourcesOnly?: boolean },
): Promise<Answer> {
  const address = inWorkspace(access, "/configuration/applications");
  const answer = await askServer(access, address, { method: "POST", body, repeatable: true });
  return readAnswer(access, answer, answerSchema);
}

async function mayApply(terminal: Terminal, typed: Typed, changes: number): Promise<boolean> {
  if (typed.isOn("yes")) return true;
  const answer = await terminal.ask(`Apply ${formatCount(changes, "change")}? [y/N] `, "shown");
  if (answer === null)
    throw new ClientError("usage", "Nobody can be asked here. Give --yes, or --dry-run to look.");
  return /^y(es)?$/i.test(answer.trim());
}

/** A look, or what keeps all of it back. */
function tellAll(told: Told, { applied, items, problems }: Answer): ExitCode {
  for (const { place, message } of problems)
    told.line(`${told.paint("bad", "problem".padEnd(10))} ${safe(place)}  ${safe(message)}`);
  for (const item of items.filter(isChange)) tellItem(told, item);
  const changes = items.filter(isChange).length;
  if (problems.length > 0) told.line("Nothing was applied.");
  else told.line(changes === 0 ? "Everything is as the file says." : `${formatCount(changes, "change")}.`);
  tellNeeds(told, { items });
  const ok = problems.length === 0 && changes === 0;
  told.document({ command: "apply", ok, applied, items, problems });
  return ok ? exitCodes.fine : exitCodes.differs;
}

function tellItem(told: Told, item: Answer["items"][number]): void {
  const { outcome, summary, place } = item;
  told.line(`${told.paint("doubtful", outcome.padEnd(10))} ${nameOf(item)}  ${safe(summary || place)}`);
}

/** What a person has to give in the app makes no difference to the file, so it is told after all that does. */
function tellNeeds(told: Told, { items }: Pick<Answer, "items">): void {
  for (const item of items.filter(({ needs }) => needs !== ""))
    told.line(`${told.paint("doubtful", "waits".padEnd(10))} ${nameOf(item)}  ${safe(item.needs)}`);
}

function nameOf({ kind, name }: Answer["items"][number]): string {
  if (kind === "agent") return safe(name);
  return kind === "source" ? `the source ${safe(name)}` : `the ${safe(kind)}`;
}
