import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from "yaml";
import { parseYaml } from "@/lib/skills/parse-yaml";
import { findYamlExcess } from "@/lib/skills/yaml-bounds";
import type { Source, SourceEntry, SourceNode, SourceProblem } from "./source-node";
import { mostCharacters } from "./suite";

/** Lines, brackets and signs of one file: 5,000 cases of a few lines each. */
const mostMarks = 60_000;
const mostFaults = 3;

/**
 * Reads the first document of a YAML file (1.2, core schema) with the place of every value. Never throws. An alias of
 * a scalar is that scalar; one of a list or a map is refused, for a few lines can unfold to millions of values.
 */
export function readYaml(source: string): Source {
  const excess = findYamlExcess(source, mostMarks);
  if (excess) {
    const rule = excess.rule === "yaml-too-deep" ? "too-deep" : "too-large";
    return { root: null, problems: [{ rule, start: 0, message: `In this file ${excess.message}.` }] };
  }
  // A lone CR is a line break in YAML, but not for the parser; the same length keeps offsets right.
  const document = parseYaml(source.replace(/\r(?!\n)/g, "\n"), "core");
  const problems = document.errors.slice(0, mostFaults).map(
    ({ pos, message }): SourceProblem => ({
      rule: "syntax",
      start: pos[0],
      message: `This is not YAML: ${message.split("\n", 1)[0]?.trim() ?? ""}`,
    }),
  );
  if (problems.length > 0 || document.contents === null) return { root: null, problems };
  const refused: SourceProblem[] = [];
  const meanings = findMeanings(document);
  if (meanings === null) return { root: null, problems: [unfolded] };
  const root = convert(document.contents, meanings, refused);
  return refused.length > 0 ? { root: null, problems: refused.slice(0, mostFaults) } : { root, problems };
}

type Meanings = ReadonlyMap<Alias, Node>;

const unfolded: SourceProblem = {
  rule: "too-large",
  start: 0,
  message: `With its aliases written out the file has more than ${mostCharacters} characters.`,
};

/**
 * What each alias stands for, in one walk: the last node before it with that anchor. Null where the texts that they
 * stand for come to more than a file may have.
 */
function findMeanings(document: Document.Parsed): Meanings | null {
  const anchors = new Map<string, Node>();
  const meanings = new Map<Alias, Node>();
  let characters = 0;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor) anchors.set(node.anchor, node);
        return;
      }
      const meant = anchors.get(node.source);
      if (!meant) return;
      meanings.set(node, meant);
      if (isScalar(meant) && typeof meant.value === "string") characters += meant.value.length;
    },
  });
  return characters > mostCharacters ? null : meanings;
}

function convert(node: Node, meanings: Meanings, refused: SourceProblem[]): SourceNode {
  const start = node.range?.[0] ?? 0;
  const place = { start, end: node.range?.[1] ?? start };
  if (isAlias(node)) {
    const meant = meanings.get(node);
    if (isScalar(meant)) return { ...scalarOf(meant.value), ...place };
    const message = `The alias *${node.source} stands for a list or a map; write the value out.`;
    refused.push({ rule: "syntax", start, message });
    return { ...place, kind: "null" };
  }
  if (isMap(node)) {
    const entries = node.items.flatMap(({ key, value }): SourceEntry[] => {
      if (!isScalar(key)) return [];
      const keyStart = key.range?.[0] ?? start;
      const keyEnd = key.range?.[1] ?? keyStart;
      const shown: SourceNode = isNode(value)
        ? convert(value, meanings, refused)
        : { kind: "null", start: keyEnd, end: keyEnd };
      return [{ key: String(key.value ?? ""), keyStart, keyEnd, value: shown }];
    });
    return { ...place, kind: "object", entries };
  }
  if (isSeq(node)) {
    const items = node.items.flatMap((item) => (isNode(item) ? [convert(item, meanings, refused)] : []));
    return { ...place, kind: "list", items };
  }
  return { ...scalarOf(isScalar(node) ? node.value : null), ...place };
}

type Scalar =
  | { kind: "text"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "null" };

function scalarOf(value: unknown): Scalar {
  if (typeof value === "string") return { kind: "text", value };
  if (typeof value === "number") return { kind: "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  return typeof value === "bigint" ? { kind: "number", value: Number(value) } : { kind: "null" };
}
