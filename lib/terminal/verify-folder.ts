import path from "node:path";
import { ClientError, type ExitCode, exitCodes } from "./client-error";
import { findPulledFolder } from "./find-pulled-folder";
import { lockFileName } from "./lock-file";
import type { Typed } from "./parse-command";
import { findLock } from "./read-lock";
import { shownPath } from "./read-skills";
import { compareTree, findTree, sayDifference, type TreeDifference } from "./read-tree";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

type Verified = {
  name: string;
  version: number;
  digest: string;
  state: "intact" | "differs" | "missing";
  /** Files of the system that are in no package: they do not count, and are named. */
  ofSystems: string[];
} & Partial<TreeDifference>;

/** Holds every skill of a pulled folder to the digests of its lock file. Asks no server. */
export async function verifyFolder(terminal: Terminal, told: Told, { paths }: Typed): Promise<ExitCode> {
  const [typed] = paths;
  const folder =
    typed === undefined
      ? await findPulledFolder(terminal.workingFolder)
      : path.resolve(terminal.workingFolder, typed);
  const lock = folder && (await findLock(folder));
  if (!folder || !lock) throw nothingPulled(typed);
  const skills: Verified[] = [];
  for (const { name, version, digest, files } of lock.skills) {
    told.step(`Reading ${name}`);
    const tree = await findTree(path.join(folder, name));
    const difference = tree && compareTree(tree, files, terminal.hasModes);
    const state = tree === null ? "missing" : difference === null ? "intact" : "differs";
    skills.push({ name, version, digest, state, ofSystems: tree?.ofSystems ?? [], ...difference });
  }
  const wrong = skills.filter(({ state }) => state !== "intact");
  for (const { name, version, state, added = [], changed = [], missing = [] } of wrong) {
    const difference = state === "differs" ? `  ${safe(sayDifference({ added, changed, missing }))}` : "";
    told.line(`${told.paint("bad", state.padEnd(8))} ${safe(name)} v${version}${difference}`);
  }
  const beside = skills.flatMap(({ name, ofSystems }) => ofSystems.map((at) => `${name}/${at}`));
  if (beside.length > 0)
    told.remark(`Not in the lock file, left by a system, and not counted: ${beside.join(", ")}`);
  const shown = shownPath(terminal.workingFolder, folder);
  told.line(
    wrong.length === 0
      ? `${told.paint("good", "intact")}   ${skills.length} of ${skills.length} skills in ${safe(shown)} are as they were pulled.`
      : `${wrong.length} of ${skills.length} skills in ${safe(shown)} are not as they were pulled.`,
  );
  told.document({ command: "verify", folder, ok: wrong.length === 0, digest: lock.digest, skills });
  return wrong.length === 0 ? exitCodes.fine : exitCodes.differs;
}

function nothingPulled(typed: string | undefined): ClientError {
  const where = typed ?? "this folder, in a host's below it, or in one above in the same repository";
  const message = `There is no ${lockFileName} in ${where}: nothing was pulled there. Name the folder that greenroom pull wrote.`;
  return new ClientError("usage", message);
}
