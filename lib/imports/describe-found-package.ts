import "server-only";
import type { ArchiveRefusal } from "@/lib/bundles/archive-refusal";
import type { FoundPackage } from "@/lib/bundles/find-packages";
import { type HeldFile, heldFile, manifestOf } from "@/lib/library/blobs";
import { describeOnce, type PackageDescription } from "@/lib/library/describe-package";
import { skillNameOf } from "@/lib/library/skill-name";
import type { Breathe } from "@/lib/platform/yield-between-steps";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile, skillFileName } from "@/lib/skills/find-skill-file";
import { packageLimits } from "@/lib/skills/limits";
import { parseSkill } from "@/lib/skills/parse-skill";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { failsStrictly } from "./internal/standard-notes";

/** A package of an upload, looked at. `refusal`: why the library cannot keep it; `path` is the package's own. */
export type DescribedPackage = {
  name: string;
  description: PackageDescription;
  files: readonly HeldFile[];
  refusal: Refusal | null;
  /** Its own name where it is kept under another one. */
  writtenName: string | null;
  /** What keeps it out of a strict start: errors by the specification, its folder's name, and links out of it. */
  breaches: readonly SkillIssue[];
};

type Refusal = { rule: string; path: string | null; message: string };

/** Errors of SKILL.md can be mended in the editor, so they do not stop an import; what cannot be stored does. */
const refusing = /^(?:path-|package-too-|file-too-large$|skill-file-too-large$|skill-file-missing$)/;

export async function describeFoundPackage(
  found: FoundPackage & { refusal?: ArchiveRefusal | null },
  breathe: Breathe,
): Promise<DescribedPackage> {
  const files = found.files.map(heldFile);
  const { name, writtenName, folderIssue } = nameOf(found);
  const bytes = new Map(files.map((file) => [file.sha256, file.bytes]));
  const subject = { name: name ?? found.folderName, files: manifestOf(files) };
  const description = await describeOnce(subject, async () => bytes, breathe);
  const issue = description.issues.find(({ severity, rule }) => severity === "error" && refusing.test(rule));
  const why = found.refusal ?? issue ?? (name === null ? nameless : null);
  const refusal = why && { rule: why.rule, path: why.path ?? null, message: why.message };
  const breaches = [
    ...description.issues.filter((one) => one.rule !== "name-mismatch" && failsStrictly(one)),
    ...folderIssue,
  ];
  return { name: name ?? found.folderName, description, files, refusal, writtenName, breaches };
}

const nameless = {
  rule: "name-missing",
  path: skillFileName,
  message: "It has no name that could be used: write one into SKILL.md.",
};

/** In its own words, what a folder's name is held against, which the library does not do. */
function nameOf({ files, folderName }: FoundPackage) {
  const path = findSkillFile(files.map((file) => file.path));
  const bytes = files.find((file) => file.path === path)?.bytes;
  const text = bytes && bytes.length <= packageLimits.skillFileBytes ? textOf(bytes) : null;
  const skill = parseSkill(text ?? "", { mode: "lenient", folderName });
  const name = skillNameOf(skill);
  const isRenamed = name !== null && skill.nameSource === "frontmatter" && name !== skill.name;
  const folderIssue = skill.issues.filter(({ rule }) => rule === "name-mismatch");
  return { name, writtenName: isRenamed ? skill.name : null, folderIssue };
}
