import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";
import { parseYaml, yamlErrors } from "../parse-yaml";
import type { RuleId } from "../rules";
import { findYamlExcess, maxYamlDepth } from "../yaml-bounds";
import type { YamlEntry, YamlNode } from "./yaml-node";

/** Offsets count from the start of the YAML. */
export type YamlProblem = { rule: RuleId; start: number; end: number; message: string };

export type YamlReading = { entries: YamlEntry[]; problems: YamlProblem[]; readable: boolean };

export const anchorMessage = "anchors are not allowed; write the value out";

/**
 * Reads frontmatter with every scalar kept as text (failsafe schema), aliases and tags refused. Nothing is ever
 * turned into a JavaScript object, so no key can reach a prototype. `readable` is false when a problem leaves no
 * trustworthy fields.
 */
export function readYaml(source: string): YamlReading {
  const excess = findYamlExcess(source);
  if (excess) return unreadable(excess.rule, 0, 0, excess.message);
  // A lone CR is a line break in YAML, but not for the parser; the same length keeps offsets right.
  const text = source.replace(/\r(?!\n)/g, "\n");
  const document = parseYaml(text, "failsafe");
  const errors = yamlErrors(document);
  // What is missing at the end is missing behind the last word, not on the line of the closing fence.
  const lastWord = text.trimEnd().length;
  const problems = errors.map((error): YamlProblem => {
    const start = Math.min(error.pos[0], lastWord);
    const end = Math.min(error.pos[1], lastWord);
    const message = oneLine(error.message);
    return { rule: "yaml-invalid", start, end: Math.max(end, start + 1), message };
  });
  if (problems.length > 0) return { entries: [], problems, readable: false };

  const converter = new Converter(problems, text);
  const contents = document.contents;
  if (!isMap(contents)) {
    if (contents) converter.convert(contents, 0);
    if (problems.length === 0) {
      const start = contents?.range?.[0] ?? 0;
      problems.push({ rule: "yaml-not-mapping", start, end: contents?.range?.[1] ?? 0, message: "" });
    }
    return { entries: [], problems, readable: false };
  }
  const root = converter.convert(contents, 0);
  const entries = root.kind === "map" ? root.entries : [];
  const readable = problems.every((problem) => problem.rule === "yaml-flow");
  return { entries, problems, readable };
}

const unreadable = (rule: RuleId, start: number, end: number, message: string): YamlReading => ({
  entries: [],
  problems: [{ rule, start, end, message }],
  readable: false,
});

const oneLine = (message: string): string => message.split("\n", 1)[0]?.trim() ?? "";

class Converter {
  private readonly problems: YamlProblem[];
  private readonly text: string;

  constructor(problems: YamlProblem[], text: string) {
    this.problems = problems;
    this.text = text;
  }

  convert(node: Node, depth: number): YamlNode {
    const { start, end } = this.placeOf(node);
    if (depth > maxYamlDepth) {
      this.problem("yaml-too-deep", start, end, `deeper than ${maxYamlDepth} levels`);
      return { kind: "text", value: "", start, end, plain: true };
    }
    this.checkForbidden(node, start, end);
    if (isMap(node)) {
      // The parser's own check compares every pair of keys, which is slow for many.
      const seen = new Set<string>();
      const entries = node.items.map((pair) => {
        const entry = this.convertPair(pair, start, depth);
        if (seen.has(entry.key))
          this.problem("yaml-duplicate-key", entry.keyStart, entry.keyEnd, `duplicate key '${entry.key}'`);
        seen.add(entry.key);
        return entry;
      });
      return { kind: "map", entries, start, end };
    }
    if (isSeq(node)) {
      const items = node.items.flatMap((item) => (isNode(item) ? [this.convert(item, depth + 1)] : []));
      return { kind: "list", items, start, end };
    }
    const value = isScalar(node) ? String(node.value ?? "") : "";
    return { kind: "text", value, start, end, plain: !isScalar(node) || node.type === "PLAIN" };
  }

  private convertPair(pair: Pair, mapStart: number, depth: number): YamlEntry {
    const place = isNode(pair.key) ? this.placeOf(pair.key) : { start: mapStart, end: mapStart };
    const { start: keyStart, end: keyEnd } = place;
    if (isNode(pair.key)) this.checkForbidden(pair.key, keyStart, keyEnd);
    if (!isScalar(pair.key)) this.problem("yaml-invalid", keyStart, keyEnd, "a key must be text");
    const key = isScalar(pair.key) ? String(pair.key.value ?? "") : "";
    if (keyStart === keyEnd && this.text[keyStart] === ":")
      this.problem("yaml-invalid", keyStart, keyStart + 1, "there is no key before the colon");
    const value: YamlNode = isNode(pair.value)
      ? this.convert(pair.value, depth + 1)
      : { kind: "text", value: "", start: keyEnd, end: keyEnd, plain: true };
    return { key, keyStart, keyEnd, value };
  }

  /** Without the blanks and line breaks that block values end with. */
  private placeOf(node: Node): { start: number; end: number } {
    const start = node.range?.[0] ?? 0;
    let end = node.range?.[1] ?? this.text.length;
    while (end > start && /\s/.test(this.text.charAt(end - 1))) end--;
    return { start, end };
  }

  private checkForbidden(node: Node, start: number, end: number): void {
    if (isAlias(node)) this.problem("yaml-alias", start, end, "aliases are not allowed; write the value out");
    else if (node.anchor) this.problem("yaml-alias", start, end, anchorMessage);
    if (node.tag) this.problem("yaml-tag", start, end, "tags are not allowed");
    if ((isMap(node) || isSeq(node)) && node.flow)
      this.problem("yaml-flow", start, end, "flow style is not accepted by strict readers");
  }

  private problem(rule: RuleId, start: number, end: number, message: string): void {
    this.problems.push({ rule, start, end, message });
  }
}
