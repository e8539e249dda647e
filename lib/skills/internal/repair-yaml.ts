import type { ParseMode } from "../skill-issue";
import { findTabs } from "./find-tabs";
import { anchorMessage, readYaml, type YamlProblem, type YamlReading } from "./read-yaml";
import type { Report } from "./reporter";
import type { YamlEntry, YamlNode } from "./yaml-node";

type Edit = { start: number; end: number; text: string };

/**
 * Reads frontmatter that starts at `offset` of its document. When it is no YAML, values that hold ": " or begin
 * with an indicator are quoted and it is read once more: `strict` offers that as the fix, `lenient` goes on with it.
 */
export function repairYaml(
  source: string,
  offset: number,
  mode: ParseMode,
  report: Report,
): { entries: YamlEntry[]; readable: boolean } {
  const control = findControlCharacter(source, mode);
  if (control >= 0) {
    const code = source.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
    const message = `Invalid YAML in frontmatter: the character U+${code} is not allowed`;
    report("yaml-control-character", offset + control, offset + control + 1, message);
    return { entries: [], readable: false };
  }
  const first = readYaml(source);
  // After the parser's own findings: these tabs are legal YAML that the reference's parser stops at.
  if (mode === "strict" && first.readable) first.problems.push(...findTabs(source, first.entries));
  if (!first.problems.some(isBroken)) return finish(first, [], offset, mode, report);
  const anchored = first.problems.some((problem) => problem.message === anchorMessage);
  const hopeless = anchored || first.problems.length > maxProblems;
  const edits = hopeless ? [] : quoteTexts(source, first);
  const quoted = applyEdits(source, edits);
  const second = edits.length > 0 ? readYaml(quoted) : first;
  if (second.problems.some(isBroken)) {
    const ignored = mode === "lenient" && !hopeless ? blankStrayLines(source, second) : null;
    const third = ignored && readYaml(ignored.source);
    if (!third || third.problems.some(isBroken)) return finish(first, [], offset, mode, report);
    for (const { start, end } of ignored.spans)
      report(
        "yaml-ignored-lines",
        offset + start,
        offset + end,
        "These lines belong to no field and are ignored.",
      );
    return finish(third, [], offset, mode, report);
  }
  for (const edit of mode === "strict" ? edits.slice(0, 1) : edits) {
    const fix = {
      title: "Quote the value",
      edits: [{ ...edit, start: offset + edit.start, end: offset + edit.end }],
    };
    const reason = "the value must be quoted: YAML reads it as structure";
    const message = mode === "strict" ? `Invalid YAML in frontmatter: ${reason}` : `Read as text; ${reason}.`;
    report("yaml-unquoted-value", offset + edit.start, offset + edit.end, message, fix);
  }
  if (mode === "strict") return { entries: [], readable: false };
  return finish(second, edits, offset, mode, report);
}

/** A frontmatter with more mistakes than this is not worth guessing at. */
const maxProblems = 64;
const maxRepairs = 32;

const brokenPlaces = (reading: YamlReading): number[] =>
  reading.problems
    .filter(isBroken)
    .slice(0, maxRepairs)
    .map((problem) => problem.start);

/** Errors that quoting may mend; forbidden constructs and duplicate keys are not among them. */
const isBroken = (problem: YamlProblem): boolean =>
  problem.rule === "yaml-invalid" || problem.rule === "yaml-alias";

function finish(
  reading: YamlReading,
  edits: readonly Edit[],
  offset: number,
  mode: ParseMode,
  report: Report,
): { entries: YamlEntry[]; readable: boolean } {
  const back = (at: number): number => offset + originalOffset(at, edits);
  for (const { rule, start, end, message } of relevantProblems(reading, mode)) {
    const text =
      rule === "yaml-not-mapping"
        ? "SKILL.md frontmatter must be a YAML mapping"
        : `Invalid YAML in frontmatter: ${message}`;
    report(rule, back(start), back(end), rule === "yaml-flow" && mode === "lenient" ? flowMessage : text);
  }
  const strictFlow = mode === "strict" && reading.problems.length > 0;
  return {
    entries: reading.entries.map((entry) => moveEntry(entry, back)),
    readable: reading.readable && !strictFlow,
  };
}

/** All of a reading that goes on; of one that ends, the first that ends it. */
function relevantProblems({ problems, readable }: YamlReading, mode: ParseMode): YamlProblem[] {
  if (mode === "strict") return problems.slice(0, 1);
  return readable ? problems : problems.filter((problem) => problem.rule !== "yaml-flow").slice(0, 1);
}

const flowMessage = "Brackets and braces (flow style) are refused by strict readers.";

/**
 * Finds what YAML 1.2 `c-printable` leaves out, without surrogates, which JavaScript strings pair by themselves. YAML
 * 1.1, which strict readers follow, also ends lines at NEL, LS and PS.
 */
function findControlCharacter(source: string, mode: ParseMode): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
  const at = source.search(forbidden);
  return at >= 0 || mode === "lenient" ? at : source.search(/[\u0085\u2028\u2029]/);
}

const keyLine = /^(\s*(?:- +)?)([A-Za-z_][\w.-]*)(:[ \t]+)(\S.*?)[ \t]*$/;

/** Quotes every one-line or folded value that YAML cannot read as plain text. */
function quoteTexts(source: string, reading: YamlReading): Edit[] {
  const broken = brokenPlaces(reading);
  const lines: { text: string; start: number }[] = [];
  let start = 0;
  for (const part of source.split(/(\r\n|\n|\r)/)) {
    if (!/^[\r\n]/.test(part)) lines.push({ text: part, start });
    start += part.length;
  }
  const edits: Edit[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const match = line && keyLine.exec(line.text);
    if (!line || !match) continue;
    const [, indent = "", key = "", colon = "", value = ""] = match;
    let last = index;
    while (isContinuation(lines[last + 1]?.text, indent.length)) last++;
    const end = (lines[last]?.start ?? 0) + (lines[last]?.text.trimEnd().length ?? 0);
    const valueStart = line.start + indent.length + key.length + colon.length;
    if (/^[|>][-+0-9]*\s*(?:#.*)?$/.test(value)) {
      index = last;
      continue;
    }
    // An unclosed bracket in a required field is a mistake no reader should guess at.
    if (/^(?:name|description)$/.test(key) && /^(?:\[[^\]]*|\{[^}]*)$/.test(value)) continue;
    const hit = broken.some((at) => at >= line.start && at <= end);
    if (!hit && !isStructural(value)) continue;
    edits.push({ start: valueStart, end, text: quote(source.slice(valueStart, end)) });
    index = last;
  }
  return edits;
}

/**
 * A one-line value that is complete, followed by indented lines that make it invalid: those lines are blanked, so
 * that the rest of the frontmatter can be read. Offsets stay.
 */
function blankStrayLines(
  source: string,
  reading: YamlReading,
): { source: string; spans: { start: number; end: number }[] } | null {
  const spans: { start: number; end: number }[] = [];
  const broken = brokenPlaces(reading);
  for (const block of source.matchAll(/^[^\s#].*(?:(?:\r\n|\n|\r)[ \t]+.*)+/gm)) {
    const [field] = block;
    const end = block.index + field.length;
    if (spans.length >= maxRepairs || !broken.some((at) => at >= block.index && at <= end)) continue;
    const firstLine = field.split(/[\r\n]/, 1)[0] ?? "";
    if (readYaml(field).readable || !readYaml(firstLine).readable) continue;
    spans.push({ start: block.index + firstLine.length, end });
  }
  if (spans.length === 0) return null;
  const blanked = spans.reduce((text, { start, end }) => {
    return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, " ") + text.slice(end);
  }, source);
  return { source: blanked, spans };
}

function isContinuation(text: string | undefined, indent: number): boolean {
  if (text === undefined || text.trim() === "") return false;
  const depth = text.length - text.trimStart().length;
  return depth > indent && !/^\s*- /.test(text);
}

/** A plain value that YAML would take for a nested mapping, a comment-like or reserved construct. */
const isStructural = (value: string): boolean =>
  !/^["'[{|>]/.test(value) && (/:(?:\s|$)/.test(value) || /^[@`%*]/.test(value));

/** Double quotes, keeping line folds as YAML folds them. A half-quoted text keeps its quotes as characters. */
function quote(raw: string): string {
  return `"${raw.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\t/g, "\\t")}"`;
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + source.slice(at);
}

/** Where an offset of the edited text was before the edits (sorted by place). */
function originalOffset(at: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const newStart = start + shift;
    if (at <= newStart) break;
    if (at < newStart + text.length) return Math.min(end, start + (at - newStart));
    shift += text.length - (end - start);
  }
  return at - shift;
}

function moveEntry(entry: YamlEntry, back: (at: number) => number): YamlEntry {
  return {
    key: entry.key,
    keyStart: back(entry.keyStart),
    keyEnd: back(entry.keyEnd),
    value: moveNode(entry.value, back),
  };
}

function moveNode(node: YamlNode, back: (at: number) => number): YamlNode {
  const place = { start: back(node.start), end: back(node.end) };
  if (node.kind === "list")
    return { ...node, ...place, items: node.items.map((item) => moveNode(item, back)) };
  if (node.kind === "map")
    return { ...node, ...place, entries: node.entries.map((entry) => moveEntry(entry, back)) };
  return { ...node, ...place };
}
