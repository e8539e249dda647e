import { mkdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "@/lib/kernel/format-count";
import { type AgentAccess, chooseAgentAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes, machineError } from "./client-error";
import { hostFolders, isHostFolder } from "./host-folders";
import type { Lock, LockedSkill } from "./lock-file";
import type { Typed } from "./parse-command";
import { isHeld, lockedAfter, type PullStep, planPull } from "./plan-pull";
import { type CurrentDelivery, readDelivery } from "./read-delivery";
import { findLock } from "./read-lock";
import { shownPath } from "./read-skills";
import { findTree, sayDifference, type Tree } from "./read-tree";
import { showPlace } from "./server-address";
import { stageSkill } from "./stage-skill";
import { finishSwap, recoverSwap, stagingOf, swapFolders } from "./swap-folders";
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
    const trees = await readTrees(folder, [...delivery.skills, ...(lock?.skills ?? [])]);
    const here = {
      treeOf: (name: string) => trees.get(name) ?? null,
      hasModes: terminal.hasModes,
      force: typed.isOn("force"),
    };
    const steps = planPull(delivery.skills, lock, here);
    const next = nextLock(access, delivery, steps);
    if (steps.some(({ act }) => act !== "keep" && act !== "hold" && act !== "hold-removed"))
      await write(folder, { access, steps, next, trees, told });
    else if (JSON.stringify(next) !== JSON.stringify(found)) await finishSwap(folder, next);
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

async function readTrees(folder: string, skills: readonly LockedSkill[]): Promise<Map<string, Tree | null>> {
  const trees = new Map<string, Tree | null>();
  for (const { name } of skills)
    if (!trees.has(name)) trees.set(name, await findTree(path.join(folder, name)));
  return trees;
}

function nextLock(access: AgentAccess, delivery: CurrentDelivery, steps: readonly PullStep[]): Lock {
  const { address, workspace, agent } = access;
  const isWhole = !steps.some(isHeld);
  return {
    format: 1,
    source: { address, workspace, agent },
    digest: isWhole ? delivery.digest : null,
    etag: isWhole ? delivery.etag : null,
    skills: lockedAfter(steps),
  };
}

type Writing = {
  access: AgentAccess;
  steps: readonly PullStep[];
  next: Lock;
  trees: ReadonlyMap<string, Tree | null>;
  told: Told;
};

async function write(folder: string, { access, steps, next, trees, told }: Writing): Promise<void> {
  const put = steps.filter(({ act }) => act === "add" || act === "update" || act === "replace");
  const removed = steps.filter(({ act }) => act === "remove").map(({ skill }) => skill.name);
  const { work, fresh } = stagingOf(folder);
  const here = new Map(
    [...trees].flatMap(([name, tree]) =>
      (tree?.files ?? []).map((file): [string, string] => [file.sha256, path.join(folder, name, file.path)]),
    ),
  );
  try {
    for (const [at, { skill }] of put.entries()) {
      told.step(`Fetching ${skill.name} (${at + 1} of ${put.length})`);
      await stageSkill(access, skill, { folder: path.join(fresh, skill.name), here });
    }
  } catch (error) {
    // Nothing was touched yet. That this cannot be tidied either is not what is to be told.
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
  swapFolders(folder, { source: next.source, put: put.map(({ skill }) => skill), removed });
  await finishSwap(folder, next);
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
