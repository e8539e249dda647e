import "server-only";
import { type WeighedPackage, type WeighInput, weighPackage } from "@/lib/aside/weigh-package";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import type { Finding } from "@/lib/findings/find-findings";
import { sha256 } from "@/lib/platform/crypto";
import { type Breathe, createBreathe, inSteps } from "@/lib/platform/yield-between-steps";
import { packageDigest } from "@/lib/skills/digest";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import type { ParsedSkill } from "@/lib/skills/parse-skill";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { takesPart } from "@/lib/skills/validate-package";
import { packageCaches } from "./caches/package-caches";
import { findFacts, learnFacts } from "./internal/file-facts";
import type { LevelTokens, PackageFileInfo } from "./package-schema";

/** One row of a manifest. `executable`: its owner may run it; no part of any digest. */
export type ManifestFile = { path: string; sha256: string; size: number; executable: boolean };
/** Reads bytes by their sha256; asked once per package, for the files that are needed and no others. */
export type LoadBytes = (sha256s: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

export type PackageSubject = {
  /** The skill's name: a SKILL.md without one takes it, another one is reported. */
  name: string;
  files: readonly ManifestFile[];
  siblings?: readonly { name: string }[];
};

/** Everything the library keeps or says about a package. Token counts are estimates. */
export type PackageDescription = {
  skill: ParsedSkill;
  digest: string;
  size: number;
  files: readonly PackageFileInfo[];
  issues: readonly SkillIssue[];
  findings: readonly Finding[];
  tokens: LevelTokens;
  errorCount: number;
  warningCount: number;
  blockingCount: number;
};

/**
 * Validates, scans and weighs a package. What was found out about it, or about a file's bytes, is not found out again:
 * a package that is looked at twice is not even loaded.
 */
export async function describePackage(
  subject: PackageSubject,
  load: LoadBytes,
  breathe: Breathe = createBreathe(),
): Promise<PackageDescription> {
  const { name, files, siblings = [] } = subject;
  const digest = packageDigest(files, sha256);
  const runnable = files.filter(({ executable }) => executable).map(({ path }) => path);
  const key = sha256([digest, name, ...siblings.map((sibling) => sibling.name), "", ...runnable].join("\n"));
  const cache = packageCaches().descriptions;
  const known = cache.get(key);
  if (known) return known;
  const description = await describeOnce(subject, load, breathe);
  cache.set(key, description, charactersOf(description));
  return description;
}

/** A field of the frontmatter stands in a map and an object, each with more around it than its few characters. */
const eachFieldCharacter = 16;

/** About what a description takes, in characters. */
function charactersOf({ skill, files, issues, findings }: PackageDescription): number {
  const document = files.find(({ path }) => path === findSkillFile(files.map((file) => file.path)));
  const fields = Math.max(0, (document?.size ?? 0) - Buffer.byteLength(skill.body));
  const lines = files.length + issues.length + findings.length;
  return skill.body.length + eachFieldCharacter * fields + 300 * lines;
}

/** The same for what is looked at once and may never be kept: an upload has thousands of packages. */
export async function describeOnce(
  subject: PackageSubject,
  load: LoadBytes,
  breathe: Breathe = createBreathe(),
): Promise<PackageDescription> {
  return { digest: packageDigest(subject.files, sha256), ...(await lookAt(subject, load, breathe)) };
}

async function lookAt(
  { name, files, siblings = [] }: PackageSubject,
  load: LoadBytes,
  breathe: Breathe,
): Promise<Omit<PackageDescription, "digest">> {
  const skillPath = findSkillFile(files.map(({ path }) => path));
  const facts = new Map(files.map((file) => [file.path, findFacts(file)]));
  const wanted = files.filter(({ path }) => takesPart(path, skillPath) || !facts.get(path));
  const bytes = await load([...new Set(wanted.map((file) => file.sha256))]);
  const held = wanted.map((file) => ({ ...file, bytes: bytesIn(bytes, file) }));
  const unknown = held.filter(({ path }) => !facts.get(path));
  for (const [at, learned] of (await learnFacts(unknown, breathe)).entries())
    facts.set(unknown[at]?.path ?? "", learned);
  const texts = new Map<string, string | null>();
  for (const file of held) {
    if (takesPart(file.path, skillPath)) texts.set(file.path, textOf(file.bytes));
    await breathe();
  }
  const subjects = files.map(({ path, size }) => {
    const text = texts.get(path);
    return text ? { path, size, text } : { path, size };
  });
  const { skill, issues, tokens } = await weigh({ folderName: name, files: subjects, siblings }, breathe);
  const ordered = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const findings = ordered.flatMap(({ path }) => facts.get(path)?.findings ?? []);
  const resources = ordered.filter(({ path }) => path !== skillPath);
  return {
    skill,
    size: files.reduce((sum, file) => sum + file.size, 0),
    files: ordered.map((file) => ({ ...file, kind: facts.get(file.path)?.kind ?? "binary" })),
    issues,
    findings,
    tokens: {
      ...tokens,
      resources: resources.reduce((sum, { path }) => sum + (facts.get(path)?.tokens ?? 0), 0),
    },
    ...countsOf(issues, findings),
  };
}

function bytesIn(bytes: ReadonlyMap<string, Uint8Array>, { path, sha256: hash }: ManifestFile): Uint8Array {
  const content = bytes.get(hash);
  if (content === undefined) throw new Error(`The bytes of ${path} (${hash}) are missing.`);
  return content;
}

/** In a thread of its own where there is much to read. */
function weigh(input: WeighInput, breathe: Breathe): Promise<WeighedPackage> {
  const characters = input.files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  return characters < leastAside ? inSteps(weighPackage(input), breathe) : workAside("weigh", input);
}

/** What the library shows of them; findings that were dismissed are the caller's to leave out. */
export function countsOf(
  issues: readonly { severity: string }[],
  findings: readonly Pick<Finding, "severity">[],
) {
  const issuesOf = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  const findingsOf = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return {
    errorCount: issuesOf("error"),
    warningCount: issuesOf("warning") + findingsOf("warning"),
    blockingCount: findings.filter(blocksPublishing).length,
  };
}
