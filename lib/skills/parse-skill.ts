import { findHarmfulText } from "@/lib/kernel/hidden-text";
import { removeRuns } from "@/lib/kernel/mark-hidden";
import { firstHeading, firstParagraph } from "./internal/first-paragraph";
import { lineAt, locateFrontmatter } from "./internal/locate-frontmatter";
import { noFields, readFields, type SkillFields } from "./internal/read-fields";
import { repairYaml } from "./internal/repair-yaml";
import { createReporter, type OffsetFix, type Report } from "./internal/reporter";
import { quoteIfNeeded } from "./internal/write-scalar";
import { type Frontmatter, toMap, type YamlEntry } from "./internal/yaml-node";
import { formatBytes, type PackageLimits, packageLimits } from "./limits";
import type { ParseMode, SkillIssue } from "./skill-issue";
import { skillSlug } from "./skill-slug";
import type { SkillTool } from "./skill-tool";
import { LineIndex } from "./text-position";

export type { Frontmatter, FrontmatterValue } from "./internal/yaml-node";

export type ParseOptions = {
  mode: ParseMode;
  /** The folder the file lies in: its name must equal the skill's, and stands in for a missing one. */
  folderName?: string;
  /** Issues name the file by this path; it is `SKILL.md` unless given. */
  path?: string;
  limits?: PackageLimits;
};

/** What a SKILL.md says. Always complete enough to show; `loads` tells whether a host could use it. */
export type ParsedSkill = {
  /** As written; the folder's name when there is none; empty when there is neither. */
  name: string;
  nameSource: "frontmatter" | "folder" | "none";
  /** ASCII kebab case, for URLs and archives; empty when there is no name. */
  slug: string;
  /** As written, without blanks around it; the body's first paragraph when there is none. */
  description: string;
  license: string | null;
  compatibility: string | null;
  allowedTools: string[];
  /** It has no prototype, so that any key is only a key. */
  metadata: Record<string, string>;
  tools: SkillTool[];
  /** Every key and value as text; keys keep their order. */
  frontmatter: Frontmatter;
  /** Holds everything after the closing fence, as written. */
  body: string;
  /** It counts from 1. */
  bodyStartLine: number;
  loads: boolean;
  issues: SkillIssue[];
};

/**
 * Reads a SKILL.md. A wrong document is data: nothing is thrown. `strict` agrees with the reference validator
 * (https://github.com/agentskills/agentskills, skills-ref) on errors and their order; `lenient` mends what it can
 * and reports every repair as a warning.
 */
export function parseSkill(text: string, options: ParseOptions): ParsedSkill {
  const { mode, folderName, path = "SKILL.md", limits = packageLimits } = options;
  if (text.length > limits.skillFileBytes) return tooLarge(text, path, mode, folderName, limits);
  const lines = new LineIndex(text);
  const { issues, report } = createReporter(lines, path, mode);
  const reading = readDocument(text, { mode, folderName, limits }, report);
  const body = text.slice(reading.bodyStart);
  if (mode === "lenient" && reading.fields.description === null && reading.readable) {
    const paragraph = firstParagraph(body);
    const standIn = paragraph ?? firstHeading(body);
    // Nobody wrote it for a catalogue: what the body hides stays there.
    reading.fields.description = standIn && (removeHarmful(standIn).trim() || null);
    if (paragraph === null) reportAbsent(text, report);
  }
  const { name, description, ...rest } = reading.fields;
  const shownName = name ?? folderName ?? "";
  return {
    ...rest,
    name: shownName,
    nameSource: name !== null ? "frontmatter" : folderName ? "folder" : "none",
    slug: shownName === "" ? "" : skillSlug(shownName),
    description: description ?? (mode === "lenient" && reading.readable ? shownName : ""),
    frontmatter: toMap(reading.entries),
    body,
    bodyStartLine: lines.positionAt(reading.bodyStart).line,
    loads: reading.readable && !issues.some((issue) => issue.severity === "error"),
    issues,
  };
}

const removeHarmful = (text: string): string => removeRuns(text, findHarmfulText(text));

function reportAbsent(text: string, report: Report): void {
  const end = lineAt(text, 0).end;
  if (text.trim() === "") report("skill-file-empty", 0, 0, "SKILL.md is empty.");
  else report("description-absent", 0, end, "There is no description and no paragraph to take one from.");
}

type Reading = { entries: YamlEntry[]; fields: SkillFields; bodyStart: number; readable: boolean };

type ReadOptions = { mode: ParseMode; folderName: string | undefined; limits: PackageLimits };

function readDocument(text: string, options: ReadOptions, report: Report): Reading {
  const { mode, limits } = options;
  const firstLineEnd = lineAt(text, 0).end;
  const failed = (bodyStart: number, readable = false): Reading => ({
    entries: [],
    fields: noFields(),
    bodyStart,
    readable,
  });
  if (text.charCodeAt(0) === 0xfeff) {
    const fix = { title: "Delete the byte order mark", edits: [{ start: 0, end: 1, text: "" }] };
    const message =
      mode === "strict"
        ? "SKILL.md must start with YAML frontmatter (---)"
        : "The file starts with a byte order mark.";
    report("byte-order-mark", 0, 1, message, fix);
    if (mode === "strict") return failed(1);
  }
  checkLineEndings(text, report);
  const place = locateFrontmatter(text, mode === "lenient");
  if (place.kind === "missing") {
    const message = "SKILL.md must start with YAML frontmatter (---)";
    report("frontmatter-missing", 0, firstLineEnd, message, frontmatterFix(text, options.folderName));
    return failed(text.charCodeAt(0) === 0xfeff ? 1 : 0, mode === "lenient");
  }
  if (place.kind === "bad-fence") {
    const found = text.slice(place.start, Math.min(place.end, place.start + 40));
    const message = `Invalid YAML in frontmatter: the first line must be exactly '---', not '${found}'`;
    const fix = { title: "Make the line ---", edits: [{ start: place.start, end: place.end, text: "---" }] };
    report("frontmatter-fence", place.start, place.end, message, fix);
    return failed(lineAt(text, place.start).next);
  }
  if (place.kind === "unclosed") {
    report(
      "frontmatter-unclosed",
      place.start,
      place.end,
      "SKILL.md frontmatter not properly closed with ---",
    );
    return failed(text.length);
  }
  if (place.misplaced) {
    const message = "The frontmatter must begin on the first line.";
    report("frontmatter-misplaced", place.openStart, place.openStart + 3, message, misplacedFix(text, place));
  }
  const size = place.yamlEnd - place.yamlStart;
  if (size > limits.frontmatterBytes) {
    const message = `The frontmatter has ${formatBytes(size)}; the limit is ${formatBytes(limits.frontmatterBytes)}.`;
    report("frontmatter-too-large", place.openStart, place.openStart + 3, message);
    return failed(place.bodyStart);
  }
  // With its last line break, which a block value at the end may keep.
  const source = text.slice(place.yamlStart, Math.max(place.yamlEnd, place.closeStart));
  const yaml = repairYaml(source, place.yamlStart, mode, report);
  if (!yaml.readable) return failed(place.bodyStart);
  const fence = { start: place.openStart, end: lineAt(text, place.openStart).end };
  const fields = readFields(yaml.entries, { text, mode, folderName: options.folderName, fence }, report);
  return { entries: yaml.entries, fields, bodyStart: place.bodyStart, readable: true };
}

function frontmatterFix(text: string, folderName = "my-skill"): OffsetFix {
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const description = firstParagraph(text) ?? "Does X. Use when Y.";
  const header = `---\nname: ${folderName}\ndescription: ${quoteIfNeeded(description)}\n---\n\n`;
  return { title: "Add a frontmatter", edits: [{ start: at, end: at, text: header }] };
}

/**
 * What stands before the frontmatter goes behind it, so that nothing is lost. None inside of a code fence, whose other
 * end stands behind it.
 */
function misplacedFix(text: string, place: { openStart: number; bodyStart: number }): OffsetFix | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const before = text.slice(start, place.openStart);
  if (/^[ \t]*(?:`{3}|~{3})/m.test(before)) return undefined;
  const moved = before.trim() === "" ? "" : `${before.trim()}\n\n`;
  const at = place.bodyStart;
  const title =
    moved === "" ? "Delete the lines before it" : "Move what stands before the frontmatter behind it";
  const gap = moved === "" || endsLine(text, at) ? "" : "\n";
  const edits = [{ start, end: place.openStart, text: "" }];
  return {
    title,
    edits: moved === "" ? edits : [...edits, { start: at, end: at, text: `${gap}${moved}` }],
  };
}

const endsLine = (text: string, at: number): boolean => text[at - 1] === "\n" || text[at - 1] === "\r";

function checkLineEndings(text: string, report: Report): void {
  const at = text.indexOf("\r");
  if (at < 0) return;
  const kind = text.charCodeAt(at + 1) === 10 ? "CR LF" : "CR";
  report("line-endings", at, at, `Lines end in ${kind}; some hosts then miss the closing fence.`);
}

function tooLarge(
  text: string,
  path: string,
  mode: ParseMode,
  folderName: string | undefined,
  limits: PackageLimits,
): ParsedSkill {
  const { issues, report } = createReporter(new LineIndex(""), path, mode);
  const sizes = `${formatBytes(text.length)}; the limit is ${formatBytes(limits.skillFileBytes)}`;
  report("skill-file-too-large", 0, 0, `${path} has ${sizes}.`);
  const { name: _, description: __, ...rest } = noFields();
  return {
    ...rest,
    name: folderName ?? "",
    nameSource: folderName ? "folder" : "none",
    slug: folderName ? skillSlug(folderName) : "",
    description: "",
    frontmatter: new Map(),
    body: "",
    bodyStartLine: 1,
    loads: false,
    issues,
  };
}
