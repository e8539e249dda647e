import "server-only";
import path from "node:path";
import { type HeldFile, heldFile, manifestOf } from "@/lib/library/blobs";
import type { ManifestFile } from "@/lib/library/describe-package";
import type { DraftFacts } from "@/lib/library/writes/write-draft";
import type { SkillDirectories } from "@/lib/platform/configuration";
import { sha256 } from "@/lib/platform/crypto";
import { type Breathe, createBreathe } from "@/lib/platform/yield-between-steps";
import { packageDigest } from "@/lib/skills/digest";
import { foldName } from "@/lib/skills/fold-name";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import {
  type DirectoryFailure,
  type ListedPackage,
  listDirectory,
  readListedPackage,
} from "./adapters/directory";
import { describeFoundPackage } from "./describe-found-package";
import type { DirectoryEntry } from "./directory-schema";
import { hostNotes } from "./internal/host-notes";

/** A package as it lies on disk, without its bytes. */
export type DiskPackage = {
  /** The configured path, and the package's folder below it. */
  root: string;
  path: string;
  /** Both, absolute. */
  location: string;
  name: string;
  digest: string;
  files: ManifestFile[];
  /** Null when the very same text was looked at before. */
  facts: DraftFacts | null;
  notes: string[];
  listed: ListedPackage;
};

/** `rest`: failures, duplicates and notes. */
export type DiskReading = { packages: DiskPackage[]; rest: DirectoryEntry[]; startedAt: number };

/** By location: what was read there last. Its text need not be looked at again while it is the same. */
export type KnownPackages = ReadonlyMap<string, { name: string; digest: string }>;

/** Reads every configured folder; whatever is wrong with one package keeps none of the others from being read. */
export async function readDirectories(
  { paths, include, exclude }: Pick<SkillDirectories, "paths" | "include" | "exclude">,
  known: KnownPackages = new Map(),
): Promise<DiskReading> {
  const startedAt = performance.now();
  const breathe = createBreathe();
  const packages = new Map<string, DiskPackage>();
  const rest: DirectoryEntry[] = [];
  for (const root of paths) {
    const listing = await listDirectory(root, { include, exclude });
    if (!listing.ok) {
      rest.push(failure(root, listing.error));
      continue;
    }
    rest.push(...listing.value.failures.map((problem) => failure(root, problem)));
    rest.push(...listing.value.notes.map((message) => entry("note", root, message)));
    for (const listed of listing.value.packages) {
      const read = await readPackage(root, listed, known, breathe);
      if ("outcome" in read) rest.push(read);
      else {
        const first = packages.get(foldName(read.name));
        if (first) rest.push(duplicate(read, first));
        else packages.set(foldName(read.name), read);
      }
      await breathe();
    }
  }
  return { packages: [...packages.values()], rest, startedAt };
}

/** Why a strict start fails: everything that was asked for and is not there. */
export const strictReasons = ({ rest }: DiskReading): DirectoryEntry[] =>
  rest.filter(({ outcome }) => outcome === "failed" || outcome === "duplicate");

/** The bytes of a package whose text is still the one that was read; null when it is not. */
export async function readAgain({ listed, digest }: DiskPackage): Promise<HeldFile[] | null> {
  const read = await readListedPackage(listed);
  if (!read.ok) return null;
  const files = read.value.files.map(heldFile);
  return packageDigest(files, sha256) === digest ? files : null;
}

async function readPackage(
  root: string,
  listed: ListedPackage,
  known: KnownPackages,
  breathe: Breathe,
): Promise<DiskPackage | DirectoryEntry> {
  const read = await readListedPackage(listed);
  if (!read.ok) return failure(root, read.error);
  const location = path.join(root, listed.root);
  const place = { root, path: listed.root, location, notes: listed.notes, listed };
  const files = manifestOf(read.value.files.map(heldFile));
  const digest = packageDigest(files, sha256);
  const before = known.get(location);
  if (before?.digest === digest) return { ...place, name: before.name, digest, files, facts: null };
  const { name, description, refusal } = await describeFoundPackage(read.value, breathe);
  const { skill, size, tokens, errorCount, warningCount, blockingCount } = description;
  const broken = skill.loads ? undefined : skill.issues.find(({ severity }) => severity === "error");
  if (broken) return { ...entry("failed", location, `${placeOf(broken)}: ${broken.message}`), skill: name };
  if (refusal !== null) return { ...entry("failed", location, refusal.message), skill: name };
  const { description: text, body, frontmatter } = skill;
  const refused = hostNotes({ name, files: read.value.files.map(heldFile) }).map(({ message }) => message);
  return {
    ...place,
    notes: [...place.notes, ...refused],
    name,
    digest,
    files,
    facts: {
      digest,
      size,
      tokens,
      errorCount,
      warningCount,
      blockingCount,
      skill: { description: text, body, frontmatter },
    },
  };
}

const placeOf = ({ path: file, range }: SkillIssue): string =>
  `${file}:${range.startLine}:${range.startColumn}`;

const entry = (outcome: DirectoryEntry["outcome"], at: string, message: string): DirectoryEntry => ({
  outcome,
  path: at,
  skill: null,
  message,
  notes: [],
  files: [],
});

const failure = (root: string, { path: below, message }: DirectoryFailure): DirectoryEntry =>
  entry("failed", path.join(root, below), message);

function duplicate({ name, location }: DiskPackage, first: DiskPackage): DirectoryEntry {
  const differs =
    name === first.name ? "" : `; ${name} differs from it only in case or in the form of its letters`;
  const message = `${first.location} has the name ${first.name} already, and comes first${differs}.`;
  return { ...entry("duplicate", location, message), skill: name };
}
