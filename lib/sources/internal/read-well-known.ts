import "server-only";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { type ArchivePackage, archivePackages } from "@/lib/bundles/archive-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { withoutExcluded } from "@/lib/imports/choose-contents";
import { chooseListed, type PackagePatterns } from "@/lib/imports/choose-packages";
import { formatCount } from "@/lib/kernel/format-count";
import { hostOf } from "@/lib/kernel/host-of";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { sha256 } from "@/lib/platform/crypto";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { sayFailure } from "../failure-words";
import type { RemoteReading } from "../read-remote";
import type { SourceFailure } from "../source-options";
import { askRemote, type Remote } from "./ask-remote";
import { type FindKnown, type KnownParts, partOf } from "./known-parts";
import { isDripping } from "./pace";
import { type IndexEntry, indexAddress, readIndex } from "./read-index";

/** For everything that an index lists. */
const wholeMs = 10 * 60_000;
const { archiveBytes, totalBytes, entries: mostFiles } = archiveLimits;

type Wanted = { patterns: PackagePatterns; known: string | null; findKnown: FindKnown };

/**
 * The skills that an index lists, as far as the patterns ask for them by their names there, each checked against its
 * digest. One that cannot be used is refused by itself, with its reason, and the others go on; what `findKnown` has is
 * not fetched again. Never throws for what a server sends.
 */
export async function readWellKnown(
  remote: Remote,
  { patterns, known, findKnown }: Wanted,
  stop: AbortSignal,
): Promise<Result<RemoteReading, SourceFailure>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(wholeMs)]);
  const headers = { "User-Agent": "greenroom", Accept: "application/json" };
  const url = indexAddress(remote.url);
  const answer = await askRemote(remote, { url, answers: "index", headers, signal });
  if (!answer.ok) return err(answer.error === "too-large" ? "huge-index" : answer.error);
  const index = readIndex(answer.value, url);
  if (!index.ok) return index;
  const revision = sha256(answer.value);
  if (revision === known) return ok({ revision, contents: null });
  const chosen = await chooseListed(index.value, patterns);
  if (chosen.length === 0 && index.value.length > 0) return err("none-chosen");
  const reading = new Reading(remote, { findKnown, patterns }, signal);
  for (const entry of chosen) {
    const failure = await reading.take(entry);
    if (failure) return err(failure);
  }
  const { packages, parts, size } = reading;
  if (packages.length === 0) return err("no-skills");
  const out = index.value.length - chosen.length;
  const leftOut = out === 0 ? [] : [`The patterns leave out ${formatCount(out, "skill")} of the index.`];
  return ok({ revision, parts, contents: { packages, ignoredFiles: 0, notes: [], size, leftOut } });
}

class Reading {
  readonly packages: ArchivePackage[] = [];
  readonly parts: KnownParts = [];
  size = 0;
  private answers = 0;
  private readonly begunAt = performance.now();
  private unpacked = 0;
  private files = 0;
  private readonly breathe = createBreathe();

  constructor(
    private readonly remote: Remote,
    private readonly wanted: Omit<Wanted, "known">,
    private readonly signal: AbortSignal,
  ) {}

  /** Why nothing of the whole index is used; null where it goes on. */
  async take(entry: IndexEntry): Promise<SourceFailure | null> {
    await this.breathe();
    const found = entry.problem === null ? await this.fetch(entry) : refused(entry, entry.problem);
    if (typeof found === "string") return found;
    this.unpacked += found.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.files += found.files.length;
    const ms = performance.now() - this.begunAt;
    if (isDripping({ ms, bytes: this.size, answers: this.answers })) return "timeout";
    if (this.size > archiveBytes || this.unpacked > totalBytes || this.files > mostFiles) return "too-large";
    this.packages.push(found);
    return null;
  }

  private async fetch(entry: IndexEntry & { problem: null }): Promise<ArchivePackage | SourceFailure> {
    const { name, url, digest, type } = entry;
    const kept = await this.wanted.findKnown({ name, artifact: digest });
    if (kept) return this.note(kept, digest);
    const headers = { "User-Agent": "greenroom", Accept: "*/*" };
    const answer = await askRemote(this.remote, { url, answers: "artifact", headers, signal: this.signal });
    // What concerns the whole server, or all the time there is, would befall the rest too.
    if (!answer.ok && (this.signal.aborted || whole.has(answer.error))) return answer.error;
    if (!answer.ok) return refused(entry, sayFailure(answer.error, { host: hostOf(url), ...nothing }));
    const bytes = answer.value;
    this.size += bytes.length;
    this.answers += 1;
    const isIt = sha256(bytes) === digest;
    if (!isIt) return refused(entry, "What is at its address is not what its digest says.");
    if (type === "skill-md") return this.note(packageOf(entry, [{ path: skillFileName, bytes }]), digest);
    return this.note(await unpack(entry, bytes, this.wanted.patterns), digest);
  }

  private note(found: ArchivePackage, artifact: string): ArchivePackage {
    if (found.refusal === null) this.parts.push(partOf(found, artifact));
    return found;
  }
}

const whole: ReadonlySet<SourceFailure> = new Set(["busy", "unreachable", "address"]);
const nothing = { ref: "", folder: "", hasToken: false };

async function unpack(
  entry: IndexEntry,
  bytes: Uint8Array,
  patterns: PackagePatterns,
): Promise<ArchivePackage> {
  const read = await readArchive(bytes, { fileName: `The archive of ${entry.name}` });
  if (!read.ok) return refused(entry, read.error.message);
  const { kept } = await withoutExcluded(read.value, patterns, entry.name);
  const { packages } = archivePackages(kept, entry.name);
  const own = packages.filter(({ nestedIn }) => nestedIn === null);
  const [one] = own;
  if (!one) return refused(entry, "There is no SKILL.md in its archive.");
  if (own.length > 1) return refused(entry, "Its archive has several skills; an entry is for one.");
  return { ...one, root: entry.name, folderName: entry.name };
}

const packageOf = (entry: IndexEntry, files: ArchivePackage["files"]): ArchivePackage => ({
  root: entry.name,
  folderName: entry.name,
  files,
  nestedIn: null,
  refusal: null,
  notes: [],
});

const refused = (entry: IndexEntry, message: string): ArchivePackage => ({
  ...packageOf(entry, []),
  refusal: { rule: "index-entry", message: `${markHidden(entry.name)}: ${message}` },
});
