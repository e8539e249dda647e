import "server-only";
import path from "node:path";
import { toStorableJson } from "@/lib/kernel/to-storable";
import { type HeldFile, heldFile, manifestOf } from "@/lib/library/blobs";
import type { ManifestFile, PackageDescription } from "@/lib/library/describe-package";
import type { DraftFacts } from "@/lib/library/writes/write-draft";
import type { SkillDirectories } from "@/lib/platform/configuration";
import { sha256 } from "@/lib/platform/crypto";
import { type Breathe, createBreathe } from "@/lib/platform/yield-between-steps";
import { sayIssue } from "@/lib/skills/breaks-specification";
import { packageDigest } from "@/lib/skills/digest";
import { foldName } from "@/lib/skills/fold-name";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import {
  type DirectoryFailure,
  type ListedPackage,
  listDirectory,
  readListedPackage,
} from "./adapters/directory";
import { type DescribedPackage, describeFoundPackage } from "./describe-found-package";
import type { DirectoryEntry } from "./directory-schema";
import { hostNotes } from "./internal/host-notes";
import { sayKeptAs, standardNotes } from "./internal/standard-notes";
import { executablesOf, isSameText } from "./overwrite-or-keep";

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
  /** Of these, what the text itself says, wherever it lies. */
  said: string[];
  listed: ListedPackage;
};

/** `rest`: failures, duplicates and notes. `breaches`: what else a strict start fails on. */
export type DiskReading = {
  packages: DiskPackage[];
  rest: DirectoryEntry[];
  breaches: DirectoryEntry[];
  startedAt: number;
};

/** By location: what was read there last, and said of it. Its text need not be looked at again while it is the same. */
export type KnownPackages = ReadonlyMap<string, { name: string; digest: string; notes: string[] }>;

/** Reads the folders of one workspace; whatever is wrong with one package keeps none of the others from being read. */
export async function readDirectories(
  { folders }: Pick<SkillDirectories, "folders">,
  known: KnownPackages = new Map(),
): Promise<DiskReading> {
  const startedAt = performance.now();
  const breathe = createBreathe();
  const packages = new Map<string, DiskPackage>();
  const rest: DirectoryEntry[] = [];
  const breaches: DirectoryEntry[] = [];
  for (const { path: root, include, exclude } of folders) {
    const listing = await listDirectory(root, { include, exclude });
    if (!listing.ok) {
      rest.push(failure(root, listing.error));
      continue;
    }
    rest.push(...listing.value.failures.map((problem) => failure(root, problem)));
    rest.push(...listing.value.notes.map((message) => entry("note", root, message)));
    for (const listed of listing.value.packages) {
      const { read, breached } = await readPackage(root, listed, known, breathe);
      breaches.push(...breached);
      if ("outcome" in read) rest.push(read);
      else {
        const first = packages.get(foldName(read.name));
        if (first) rest.push(duplicate(read, first));
        else packages.set(foldName(read.name), read);
      }
      await breathe();
    }
  }
  return { packages: [...packages.values()], rest, breaches, startedAt };
}

/** Why a strict start fails: everything that was asked for and is not there, then what is there and breaks the standard. */
export const strictReasons = ({ rest, breaches }: DiskReading): DirectoryEntry[] => [
  ...rest.filter(({ outcome }) => outcome === "failed" || outcome === "duplicate"),
  ...breaches,
];

/** The bytes of a package whose text is still the one that was read; null when it is not. */
export async function readAgain({ listed, digest, files: before }: DiskPackage): Promise<HeldFile[] | null> {
  const read = await readListedPackage(listed);
  if (!read.ok) return null;
  const files = read.value.files.map(heldFile);
  const now = { digest: packageDigest(files, sha256), executables: executablesOf(files) };
  return isSameText(now, { digest, executables: executablesOf(before) }) ? files : null;
}

async function readPackage(
  root: string,
  listed: ListedPackage,
  known: KnownPackages,
  breathe: Breathe,
): Promise<{ read: DiskPackage | DirectoryEntry; breached: DirectoryEntry[] }> {
  const read = await readListedPackage(listed);
  if (!read.ok) return { read: failure(root, read.error), breached: [] };
  const location = path.join(root, listed.root);
  const place = { root, path: listed.root, location, listed };
  const around = [...listed.notes, ...listed.leaving];
  const files = manifestOf(read.value.files.map(heldFile));
  const digest = packageDigest(files, sha256);
  const before = known.get(location);
  if (before?.digest === digest) {
    const { name, notes: said } = before;
    return {
      read: { ...place, name, digest, files, facts: null, notes: [...around, ...said], said },
      breached: [],
    };
  }
  const described = await describeFoundPackage(read.value, breathe);
  const { name, breaches } = described;
  const failed = (message: string) => ({ ...entry("failed", location, message), skill: name });
  const leaving = listed.leaving.map(failed);
  const broken = whyNotKept(described);
  if (broken) {
    const others = breaches.filter((issue) => issue !== broken.issue).map(sayIssue);
    return { read: failed(broken.message), breached: [...others.map(failed), ...leaving] };
  }
  const refused = hostNotes({ name, files: described.files }).map(({ message }) => message);
  const said = toStorableJson([...sayKeptAs(described), ...standardNotes(breaches), ...refused]);
  const kept = {
    ...place,
    notes: [...around, ...said],
    said,
    name,
    digest,
    files,
    facts: factsOf(described.description),
  };
  return { read: kept, breached: [...breaches.map(sayIssue).map(failed), ...leaving] };
}

function whyNotKept({ description: { skill }, refusal }: DescribedPackage) {
  const issue = skill.loads ? undefined : skill.issues.find(({ severity }) => severity === "error");
  if (issue) return { issue, message: `${placeOf(issue)}: ${issue.message}` };
  return refusal && { issue: null, message: refusal.message };
}

const factsOf = ({ skill, digest, size, tokens, ...counts }: PackageDescription): DraftFacts => ({
  digest,
  size,
  tokens,
  errorCount: counts.errorCount,
  warningCount: counts.warningCount,
  blockingCount: counts.blockingCount,
  skill: { description: skill.description, body: skill.body, frontmatter: skill.frontmatter },
});

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
