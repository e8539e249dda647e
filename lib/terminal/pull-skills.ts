import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "@/lib/kernel/format-count";
import { carryOutPull } from "./carry-out-pull";
import { type AgentAccess, chooseAgentAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes, machineError } from "./client-error";
import { hostFolders, isHostFolder } from "./host-folders";
import type { Lock } from "./lock-file";
import type { Typed } from "./parse-command";
import { isHeld, type PullStep } from "./plan-pull";
import { type CurrentDelivery, readDelivery } from "./read-delivery";
import { findLock } from "./read-lock";
import { shownPath } from "./read-skills";
import { sayDifference } from "./read-tree";
import { showPlace } from "./server-address";
import { recoverSwap } from "./swap-folders";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

/** Held while a pull is at work, so that two never write into one folder. */
const pullLockName = ".greenroom-pull.lock";

/** Brings a folder to what an agent is delivered now. */
export async function pullSkills(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const wanted = path.resolve(terminal.workingFolder, folderOf(typed));
  const access = await chooseAgentAccess(terminal, typed, (await findLock(wanted))?.source ?? null);
  const folder = await makeFolder(wanted, typed);
  return terminal.hold(path.join(folder, pullLockName), async () => {
    const found = await findLock(folder);
    const lock = await recoverSwap(folder, found, terminal.hasModes);
    requireSameSource(lock, access, typed);
    told.step(`Asking ${showPlace(access)}`);
    const delivery = await readDelivery(access, lock);
    const { hasModes } = terminal;
    const force = typed.isOn("force");
    const steps = await carryOutPull(folder, { access, delivery, lock, found, hasModes, force, told });
    return tell(told, { folder, terminal, delivery, steps });
  });
}

function folderOf(typed: Typed): string {
  const [into, target] = [typed.valueOf("into"), typed.valueOf("target")];
  if (into !== undefined && target !== undefined)
    throw new ClientError("usage", "Choose one of --into and --target.");
  if (target === undefined) return into ?? ".";
  if (isHostFolder(target)) return hostFolders[target];
  throw new ClientError(
    "usage",
    `There is no target “${target}”. There are ${Object.keys(hostFolders).join(", ")}.`,
  );
}

/** This folder is only gone on with: skills are not strewn into whatever folder somebody happens to be in. */
async function makeFolder(folder: string, typed: Typed): Promise<string> {
  const isNamed = typed.valueOf("into") !== undefined || typed.valueOf("target") !== undefined;
  if (!isNamed && (await findLock(folder)) === null)
    throw new ClientError(
      "usage",
      "Nothing was pulled into this folder before. Say where to: --into <folder> or --target <host>.",
    );
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (error) {
    throw machineError(`${folder} cannot be made`, error);
  }
}

function requireSameSource(lock: Lock | null, access: AgentAccess, typed: Typed): void {
  if (lock === null || typed.isOn("force") || showPlace(lock.source) === showPlace(access)) return;
  throw new ClientError(
    "usage",
    `This folder was pulled from ${showPlace(lock.source)}, not from ${showPlace(access)}. Choose another folder, or --force to change over.`,
  );
}

const words: Readonly<Record<PullStep["act"], string>> = {
  keep: "current",
  add: "added",
  update: "updated",
  replace: "replaced",
  remove: "removed",
  forget: "gone",
  hold: "changed here",
  "hold-removed": "changed here",
};

type Outcome = {
  folder: string;
  terminal: Terminal;
  delivery: CurrentDelivery;
  steps: readonly PullStep[];
};

function tell(told: Told, { folder, terminal, delivery, steps }: Outcome): ExitCode {
  const held = steps.filter(isHeld);
  for (const step of steps) {
    if (step.act === "keep" || step.act === "forget") continue;
    const why = "difference" in step ? `  ${safe(sayDifference(step.difference))}` : "";
    told.line(
      `${told.paint(why === "" ? "good" : "doubtful", words[step.act].padEnd(12))} ${safe(step.skill.name)} v${step.skill.version}${why}`,
    );
  }
  for (const { skill, detail } of delivery.leftOut) told.remark(`${skill} is not delivered: ${detail}`);
  if (held.length > 0)
    told.remark(
      `${formatCount(held.length, "skill")} changed here or not from here ${held.length === 1 ? "was" : "were"} left alone. Push the changes, or pull with --force, which does away with them.`,
    );
  const shown = safe(shownPath(terminal.workingFolder, folder));
  told.line(
    `${formatCount(delivery.skills.length - held.filter(({ act }) => act === "hold").length, "skill")} in ${shown} ${held.length === 0 ? "as delivered" : `as delivered, ${held.length} left alone`}.`,
  );
  told.document({
    command: "pull",
    ok: held.length === 0,
    folder,
    digest: delivery.digest,
    skills: steps.map((step) => ({
      name: step.skill.name,
      version: step.skill.version,
      digest: step.skill.digest,
      outcome: words[step.act].replaceAll(" ", "-"),
      ...("difference" in step ? step.difference : {}),
    })),
    leftOut: delivery.leftOut,
  });
  return held.length === 0 ? exitCodes.fine : exitCodes.differs;
}
