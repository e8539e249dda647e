import { rm } from "node:fs/promises";
import path from "node:path";
import type { AgentAccess } from "./choose-access";
import { type Lock, type LockedSkill, lockSchema } from "./lock-file";
import { isHeld, lockedAfter, type PullStep, planPull } from "./plan-pull";
import type { CurrentDelivery } from "./read-delivery";
import { findTree, type Tree } from "./read-tree";
import { stageSkill } from "./stage-skill";
import { finishSwap, stagingOf, swapBack, swapFolders } from "./swap-folders";
import type { Told } from "./told";

type Pull = {
  access: AgentAccess;
  delivery: CurrentDelivery;
  /** What was pulled before; `found` as it stands in the lock file, byte for byte the same unless a pull was killed. */
  lock: Lock | null;
  found: Lock | null;
  hasModes: boolean;
  force: boolean;
  told: Told;
};

type Trees = ReadonlyMap<string, Tree | null>;

/**
 * Brings a folder to what is delivered, and answers what was done with each skill. What is changed here while this is
 * at work is held like what was changed before: folders are read when it begins, once all is fetched, and once more
 * when they have been moved away.
 */
export async function carryOutPull(folder: string, pull: Pull): Promise<PullStep[]> {
  const { access, delivery, lock, found, told } = pull;
  const plan = (trees: Trees) =>
    planPull(delivery.skills, lock, { ...pull, treeOf: (name) => trees.get(name) ?? null });
  const before = await readTrees(folder, [...delivery.skills, ...(lock?.skills ?? [])]);
  const planned = plan(before);
  if (!planned.some(isMove)) {
    const next = nextLock(access, delivery, planned);
    if (JSON.stringify(next) !== JSON.stringify(found)) await finishSwap(folder, next);
    return planned;
  }
  await stage(folder, pull, { put: planned.filter(isPut), trees: before });
  const moving = planned.filter(isMove).map(({ skill }) => skill);
  const fetched = new Map([...before, ...(await readTrees(folder, moving))]);
  told.step("Putting them in place");
  const steps = plan(fetched);
  swapFolders(folder, {
    source: nextLock(access, delivery, steps).source,
    put: steps.filter(isPut).map(({ skill }) => skill),
    removed: steps.filter(({ act }) => act === "remove").map(({ skill }) => skill.name),
  });
  const moved = steps.filter(isMove).map(({ skill }) => skill);
  const done = plan(new Map([...fetched, ...(await readTrees(stagingOf(folder).old, moved))]));
  const back = moved.filter(({ name }) => done.some((step) => isHeld(step) && step.skill.name === name));
  swapBack(
    folder,
    back.map(({ name }) => name),
  );
  await finishSwap(folder, nextLock(access, delivery, done));
  return done;
}

const isPut = ({ act }: PullStep): boolean => act === "add" || act === "update" || act === "replace";
const isMove = (step: PullStep): boolean => isPut(step) || step.act === "remove";

async function readTrees(folder: string, skills: readonly LockedSkill[]): Promise<Map<string, Tree | null>> {
  const trees = new Map<string, Tree | null>();
  for (const { name } of skills)
    if (!trees.has(name)) trees.set(name, await findTree(path.join(folder, name)));
  return trees;
}

/** Reads as what is written, so that no pull leaves a lock file that the next one refuses. */
function nextLock(access: AgentAccess, delivery: CurrentDelivery, steps: readonly PullStep[]): Lock {
  const { address, workspace, agent } = access;
  const isWhole = !steps.some(isHeld);
  return lockSchema.parse({
    format: 1,
    source: { address, workspace, agent },
    digest: isWhole ? delivery.digest : null,
    etag: isWhole ? delivery.etag : null,
    skills: lockedAfter(steps),
  });
}

async function stage(
  folder: string,
  { access, told }: Pull,
  { put, trees }: { put: readonly PullStep[]; trees: Trees },
): Promise<void> {
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
}
