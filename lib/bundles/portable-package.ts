import { checkFileSet } from "@/lib/skills/check-file-set";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile, skillFileName } from "@/lib/skills/find-skill-file";
import { specificationKeys } from "@/lib/skills/frontmatter-keys";
import { readInvocation } from "@/lib/skills/invocation";
import { packageLimits } from "@/lib/skills/limits";
import { type FrontmatterValue, type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import { referenceVerdict } from "@/lib/skills/reference-validator";
import type { FileBytes } from "./package-bytes";
import { joinDocument } from "./skill-document";

/** Why a package has no portable form: the broken rule and its reason. */
export type PortableProblem = { rule: string; message: string };

/** A field of the frontmatter, and where its value stands now; null when it was left out because it was empty. */
export type MovedField = { field: string; to: string | null };

export type PortablePackage = {
  /** None when there are problems. */
  files: readonly FileBytes[];
  moved: readonly MovedField[];
  problems: readonly PortableProblem[];
};

/** Under metadata no host reads the switch. */
const keptFromModels: PortableProblem = {
  rule: "flag-lost",
  message:
    "Its author keeps it from models (`disable-model-invocation`), which this form cannot say: a model would run it.",
};

const MiB = 1024 * 1024;

/** The smallest limits among the hosts that state them. */
const portableLimits = { ...packageLimits, files: 256, fileBytes: MiB, packageBytes: 8 * MiB };

/** What a careful reader warns of and some host refuses. Their severity here is that of the strictest host. */
const refusing: ReadonlySet<string> = new Set([
  "name-too-long",
  "name-upper-case",
  "name-hyphen-edge",
  "name-double-hyphen",
  "name-characters",
  "name-invisible",
  "name-not-ascii",
  "name-reserved",
  "name-mismatch",
  "description-absent",
  "description-too-long",
  "description-too-long-utf16",
  "description-markup",
  "compatibility-too-long",
  "compatibility-type",
]);

/**
 * The same skill for every host: only the six fields of the specification, metadata from text to text, one text for
 * allowed-tools, SKILL.md in its usual spelling, and the reference validator agrees. Other fields move under
 * metadata. Names and descriptions are never changed: what some host refuses is a problem, with its rule.
 */
export function portablePackage(folderName: string, files: readonly FileBytes[]): PortablePackage {
  return withPortableDocument(files, portableDocument(documentOf(folderName, files)));
}

/** Of a package only what its portable form is made of. */
type DocumentInput = {
  folderName: string;
  /** SKILL.md as it is; null where there is none. */
  bytes: Uint8Array | null;
  others: readonly { path: string; size: number }[];
};
type PortableDocument = { content: Uint8Array | null } & Pick<PortablePackage, "moved" | "problems">;

export function documentOf(folderName: string, files: readonly FileBytes[]): DocumentInput {
  const path = findSkillFile(files.map((file) => file.path));
  return {
    folderName,
    bytes: files.find((file) => file.path === path)?.bytes ?? null,
    others: files
      .filter((file) => file.path !== path)
      .map((file) => ({ path: file.path, size: file.bytes.length })),
  };
}

/** All the work of it: SKILL.md in its portable form; no content when there are problems. */
export function portableDocument({ folderName, bytes, others }: DocumentInput): PortableDocument {
  const text = bytes && textOf(bytes);
  if (typeof text !== "string") {
    const message = "There is no SKILL.md that can be read as UTF-8 text.";
    return { content: null, moved: [], problems: [{ rule: "skill-file-missing", message }] };
  }
  const skill = parseSkill(text, { mode: "lenient", folderName });
  const { fields, moved } = portableFields(skill);
  const content = new TextEncoder().encode(joinDocument({ fields, content: skill.body }));
  const sizes = [...others, { path: skillFileName, size: content.length }];
  const { modelInvocable } = readInvocation(skill.frontmatter);
  const problems: PortableProblem[] = [
    ...(modelInvocable ? [] : [keptFromModels]),
    ...skill.issues.filter((issue) => issue.severity === "error" || refusing.has(issue.rule)),
    ...checkFileSet(sizes, portableLimits),
  ].map(({ rule, message }) => ({ rule, message }));
  if (problems.length > 0) return { content: null, moved, problems };
  requireAgreement(new TextDecoder().decode(content), folderName, skill);
  return { content, moved, problems };
}

/** The package with that document in place of its own. */
export function withPortableDocument(
  files: readonly FileBytes[],
  { content, moved, problems }: PortableDocument,
): PortablePackage {
  if (content === null) return { files: [], moved, problems };
  const path = findSkillFile(files.map((file) => file.path));
  const packed = files.map((file) =>
    file.path === path ? { ...file, path: skillFileName, bytes: content } : file,
  );
  return { files: packed, moved, problems };
}

/** What is written is read back before it leaves: strictly valid, with the same name, description and body. */
function requireAgreement(text: string, folderName: string, expected: ParsedSkill): void {
  const { errors, skill } = referenceVerdict(text, folderName);
  const same = skill.name === expected.name && skill.description === expected.description;
  if (errors.length > 0 || !same || !text.endsWith(expected.body))
    throw new Error(`The portable form of ${folderName} does not hold: ${errors.join(" | ")}`);
}

const specified = new Set(specificationKeys.map((entry) => entry.key));

type Fields = { fields: Map<string, FrontmatterValue>; moved: MovedField[] };

function portableFields(skill: ParsedSkill): Fields {
  const fields = new Map<string, FrontmatterValue>([
    ["name", skill.name],
    ["description", skill.description],
  ]);
  if (skill.license !== null) fields.set("license", skill.license);
  if (skill.compatibility !== null) fields.set("compatibility", skill.compatibility);
  if (skill.allowedTools.length > 0) fields.set("allowed-tools", skill.allowedTools.join(" "));
  const metadata = new Map(Object.entries(skill.metadata));
  const moved: MovedField[] = [];
  const given = skill.frontmatter.get("metadata");
  if (typeof given === "string" && given.trim() !== "") moved.push(moveTo(metadata, "metadata", given));
  else if (isList(given)) moved.push(moveTo(metadata, "metadata", asText(given)));
  for (const [key, value] of skill.frontmatter)
    if (!specified.has(key)) moved.push(moveTo(metadata, key, asText(value)));
  if (metadata.size > 0) fields.set("metadata", metadata);
  return { fields, moved };
}

/** A key that metadata has already gets a number, unless both say the same. */
function moveTo(metadata: Map<string, string>, field: string, value: string): MovedField {
  if (value === "") return { field, to: null };
  let key = field;
  for (let number = 2; metadata.has(key) && metadata.get(key) !== value; number++) key = `${field}-${number}`;
  metadata.set(key, value);
  return { field, to: `metadata.${key}` };
}

const asText = (value: FrontmatterValue): string =>
  typeof value === "string" ? value : JSON.stringify(jsonable(value));

const isList = (value: FrontmatterValue | undefined): value is readonly FrontmatterValue[] =>
  Array.isArray(value);

function jsonable(value: FrontmatterValue): unknown {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(jsonable);
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, item] of value) object[key] = jsonable(item);
  return object;
}
