import { createHash } from "node:crypto";
import { createReadStream, type Dirent, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { isExecutableMode } from "@/lib/bundles/package-bytes";
import { compareUtf8, packageDigest } from "@/lib/skills/digest";
import { machineError, systemCode } from "./client-error";
import type { LockedFile } from "./lock-file";
import { sha256Of } from "./sha256";

/** What lies in a folder byte for byte: secrets too, which an import would leave out. */
export type Tree = {
  files: LockedFile[];
  /** What no package has: links, devices, folders of package managers, and more than a package may have. */
  odd: string[];
  digest: string;
};

/** With the files that a system keeps for itself in every folder that somebody opens: they change no skill. */
export type FoundTree = Tree & { ofSystems: string[] };

const ofSystem = /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.+)$/i;
/** One line for all that lies there: programs look in these by themselves, and no package has any. */
const neverPacked = /^(?:node_modules|__macosx)$/i;

/** Twice what a package may have; more is none that was delivered, and is not read to its end. */
const mostFiles = 1_000;
const mostBytes = 32 * 1024 * 1024;

/** Reads a skill's folder as it lies there, following no links. Null where there is no folder of this name. */
export async function findTree(folder: string): Promise<FoundTree | null> {
  const facts = await factsOf(folder);
  if (facts === null) return null;
  const tree: FoundTree = { files: [], odd: [], ofSystems: [], digest: "" };
  if (!facts.isDirectory()) return { ...tree, odd: [path.basename(folder)] };
  const found: Found[] = [];
  await list(folder, "", found, tree);
  const bytes = found.reduce((sum, one) => sum + one.facts.size, 0);
  if (found.length > mostFiles || bytes > mostBytes) tree.odd.push("more than a skill may have");
  else for (const one of found) tree.files.push(await hashed(folder, one));
  tree.files.sort((left, right) => compareUtf8(left.path, right.path));
  tree.digest = packageDigest(tree.files, sha256Of);
  return tree;
}

type Found = { path: string; facts: Stats };

async function factsOf(place: string): Promise<Stats | null> {
  try {
    return await lstat(place);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw machineError(`${place} cannot be read`, error);
  }
}

async function list(root: string, below: string, found: Found[], tree: FoundTree): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(root, below), { withFileTypes: true });
  } catch (error) {
    throw machineError(`${path.join(root, below)} cannot be read`, error);
  }
  for (const entry of entries) {
    if (found.length > mostFiles) return;
    const at = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !neverPacked.test(entry.name)) await list(root, at, found, tree);
    else if (!entry.isFile()) tree.odd.push(at);
    else if (ofSystem.test(entry.name)) tree.ofSystems.push(at);
    else {
      const facts = await factsOf(path.join(root, at));
      if (facts) found.push({ path: at, facts });
    }
  }
}

async function hashed(root: string, { path: at, facts }: Found): Promise<LockedFile> {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const piece of createReadStream(path.join(root, at))) {
      const bytes: Buffer = Buffer.from(piece);
      size += bytes.length;
      hash.update(bytes);
    }
  } catch (error) {
    throw machineError(`${path.join(root, at)} cannot be read`, error);
  }
  // Where names are kept in another form of Unicode, it is the same file.
  return {
    path: at.normalize("NFC"),
    sha256: hash.digest("hex"),
    size,
    executable: isExecutableMode(facts.mode),
  };
}

export type TreeDifference = { added: string[]; changed: string[]; missing: string[] };

/** How a folder differs from what was delivered; null when it does not. Modes count where the system has them. */
export function compareTree(
  tree: Tree,
  wanted: readonly LockedFile[],
  hasModes: boolean,
): TreeDifference | null {
  const here = new Map(tree.files.map((file) => [file.path, file]));
  const known = new Set(wanted.map((file) => file.path));
  const added = [...tree.files.filter((file) => !known.has(file.path)).map((file) => file.path), ...tree.odd];
  const missing = wanted.filter((file) => !here.has(file.path)).map((file) => file.path);
  const changed = wanted
    .filter((file) => {
      const there = here.get(file.path);
      return there && (there.sha256 !== file.sha256 || (hasModes && there.executable !== file.executable));
    })
    .map((file) => file.path);
  return added.length + missing.length + changed.length === 0 ? null : { added, changed, missing };
}

/** In a few words, for a line: "changed a.md, without b.md, more c.md". */
export function sayDifference({ added, changed, missing }: TreeDifference): string {
  const part = (word: string, paths: readonly string[]): string[] => {
    if (paths.length === 0) return [];
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
    return [`${word} ${paths.slice(0, 3).join(", ")}${more}`];
  };
  return [...part("changed:", changed), ...part("added:", added), ...part("missing:", missing)].join("; ");
}
