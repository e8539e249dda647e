import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { packageArchiveDigest } from "@/lib/skills/delivered-set";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { askServer, inWorkspace } from "./ask-server";
import { type AgentAccess, chooseAgentAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes, machineError } from "./client-error";
import { findPulledFolder } from "./find-pulled-folder";
import type { Lock, LockedSkill } from "./lock-file";
import type { Typed } from "./parse-command";
import { readDelivery } from "./read-delivery";
import { findLock } from "./read-lock";
import { shownPath } from "./read-skills";
import { compareTree, findTree, sayDifference, type Tree, type TreeDifference } from "./read-tree";
import { showPlace } from "./server-address";
import { sha256Of } from "./sha256";
import { stagingOf } from "./swap-folders";
import type { Terminal } from "./terminal";
import { safe, type Told, type Tone } from "./told";

/**
 * `stale`: an earlier version, unchanged. `changed`: no version that this agent was delivered. `withdrawn`, `removed`:
 * not delivered any more, the first because the version was withdrawn. `unknown`: never pulled and never delivered.
 */
export type SkillState = "current" | "stale" | "changed" | "withdrawn" | "removed" | "missing" | "unknown";

export type SkillStatus = {
  name: string;
  state: SkillState;
  /** Of a skill that is not delivered any more, or is at another version: whether it was also changed here. */
  changedHere: boolean;
  /** The version that is here, where that is known, and the one that is delivered. */
  here: number | null;
  delivered: number | null;
} & Partial<TreeDifference>;

type Folder = { access: AgentAccess; lock: Lock | null; wanted: readonly LockedSkill[]; hasModes: boolean };

/** Holds a folder to what its agent is delivered now, with its lock file or by digests alone. Writes nothing. */
export async function folderStatus(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const { workingFolder } = terminal;
  const [named] = typed.paths;
  const folder =
    named === undefined
      ? ((await findPulledFolder(workingFolder)) ?? workingFolder)
      : path.resolve(workingFolder, named);
  const lock = await findLock(folder);
  const access = await chooseAgentAccess(terminal, typed, lock?.source ?? null);
  const isSame = lock === null || showPlace(lock.source) === showPlace(access);
  told.step(`Asking ${access.address}`);
  const delivery = await readDelivery(access, isSame ? lock : null);
  const facts = { access, lock, wanted: delivery.skills, hasModes: terminal.hasModes };
  const names = new Set([
    ...delivery.skills.map(({ name }) => name),
    ...(lock?.skills ?? []).map(({ name }) => name),
    ...(await skillFolders(folder)),
  ]);
  const skills: SkillStatus[] = [];
  for (const name of names) {
    told.step(`Reading ${name}`);
    skills.push(await statusOf(name, await findTree(path.join(folder, name)), facts));
  }
  const shown = skills.filter((one) => one.state !== "missing" || one.delivered !== null);
  if (await stat(stagingOf(folder).work).catch(() => null))
    told.remark("A pull was interrupted here, or is at work: greenroom pull puts it right.");
  for (const { skill, detail } of delivery.leftOut) told.remark(`${skill} is not delivered: ${detail}`);
  return tell(told, shown, {
    folder,
    shown: shownPath(workingFolder, folder),
    digest: delivery.digest,
  });
}

async function statusOf(name: string, tree: Tree | null, facts: Folder): Promise<SkillStatus> {
  const wanted = facts.wanted.find((skill) => skill.name === name) ?? null;
  const was = facts.lock?.skills.find((skill) => skill.name === name) ?? null;
  const status = (state: SkillState, part: Partial<SkillStatus> = {}): SkillStatus => ({
    name,
    state,
    changedHere: false,
    here: null,
    delivered: wanted?.version ?? null,
    ...part,
  });
  if (tree === null) return status("missing");
  const difference = wanted && compareTree(tree, wanted.files, facts.hasModes);
  if (wanted && difference === null) return status("current", { here: wanted.version });
  const fromLock = was && compareTree(tree, was.files, facts.hasModes);
  if (was && wanted) {
    // A version has the same bytes for ever: what the lock file says otherwise was written by somebody else.
    return fromLock === null && was.version !== wanted.version
      ? status("stale", { here: was.version })
      : status("changed", { changedHere: true, here: was.version, ...(fromLock ?? difference) });
  }
  const past = was ? await standingOf(facts.access, was.archive) : await standingOfTree(facts.access, tree);
  if (was)
    return status(past === "withdrawn" ? "withdrawn" : "removed", {
      here: was.version,
      changedHere: fromLock !== null,
      ...fromLock,
    });
  if (past === "withdrawn") return status("withdrawn");
  if (past === "delivered") return status(wanted ? "stale" : "removed");
  return wanted ? status("changed", { changedHere: true, ...difference }) : status("unknown");
}

type Standing = "delivered" | "withdrawn" | "never";

/** Whether this agent was ever delivered exactly this, and whether it was withdrawn since. Bytes are not fetched. */
async function standingOf(access: AgentAccess, archive: string): Promise<Standing> {
  const path = inWorkspace(access, `/agents/${access.agent}/delivery/archives/${archive}.zip`);
  const { status } = await askServer(access, path, { method: "HEAD", takes: [404, 410] });
  return status === 410 ? "withdrawn" : status === 404 ? "never" : "delivered";
}

const standingOfTree = async (access: AgentAccess, { digest, files, odd }: Tree): Promise<Standing> =>
  odd.length > 0 ? "never" : standingOf(access, packageArchiveDigest({ digest, files }, sha256Of));

/** Folders that hold a SKILL.md, as hosts look for them: one level down. */
async function skillFolders(folder: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new ClientError("usage", `There is no folder ${folder}.`);
    throw machineError(`${folder} cannot be read`, error);
  }
  const names: string[] = [];
  for (const { name } of entries.filter((entry) => !entry.name.startsWith(".") && !entry.isFile())) {
    const inside = await readdir(path.join(folder, name)).catch(() => []);
    if (findSkillFile(inside) !== null) names.push(name);
  }
  return names.sort();
}

const stateWords: Readonly<Record<SkillState, { word: string; tone: Tone }>> = {
  current: { word: "current", tone: "good" },
  stale: { word: "stale", tone: "doubtful" },
  changed: { word: "changed here", tone: "doubtful" },
  withdrawn: { word: "withdrawn", tone: "bad" },
  removed: { word: "removed", tone: "doubtful" },
  missing: { word: "missing", tone: "bad" },
  unknown: { word: "not ours", tone: "dim" },
};

function tell(
  told: Told,
  skills: readonly SkillStatus[],
  { folder, shown, digest }: { folder: string; shown: string; digest: string },
): ExitCode {
  for (const one of skills) {
    const { word, tone } = stateWords[one.state];
    const versions =
      one.state === "stale" && one.here !== null
        ? ` v${one.here}, v${one.delivered} is delivered`
        : one.delivered !== null
          ? ` v${one.delivered}`
          : one.here !== null
            ? ` v${one.here}`
            : "";
    const { added = [], changed = [], missing = [] } = one;
    const why = sayDifference({ added, changed, missing });
    told.line(
      `${told.paint(tone, word.padEnd(12))} ${safe(one.name)}${versions}${why === "" ? "" : `  ${safe(why)}`}`,
    );
  }
  const ours = skills.filter(({ state }) => state !== "unknown");
  const current = ours.filter(({ state }) => state === "current");
  const ok = current.length === ours.length;
  told.line(`${current.length} of ${ours.length} skills in ${safe(shown)} are what is delivered now.`);
  told.document({ command: "status", ok, folder, digest, skills });
  return ok ? exitCodes.fine : exitCodes.differs;
}
