import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";
import { parseYaml, yamlErrors } from "@/lib/skills/parse-yaml";
import { findYamlExcess } from "@/lib/skills/yaml-bounds";
import { resolveScalar, type ScalarKind, type YamlReader } from "./resolve-scalar";

/** A value as a host's reader of YAML types it; lines are 1-based and of the whole file. */
export type HostValue =
  | { kind: ScalarKind; text: string; line: number }
  | { kind: "list"; items: readonly HostValue[]; line: number }
  | { kind: "map"; entries: ReadonlyMap<string, HostValue>; line: number };

export type HostMap = Extract<HostValue, { kind: "map" }>;

export type YamlFailure = {
  rule: "invalid-yaml" | "yaml-too-large" | "duplicate-key";
  line: number;
  message: string;
};

export type HostYaml =
  | {
      ok: true;
      value: HostValue;
      /** Keys of the outermost mapping that stand there again. */
      again: readonly { key: string; line: number }[];
    }
  | { ok: false; failure: YamlFailure };

/** Of one document; hosts have higher limits or none, and no real skill comes near. */
const maxAliases = 100;

/** Reads a frontmatter as one host's reader does; `firstLine` is the line of the file that it begins on. */
export function readHostYaml(source: string, reader: YamlReader, firstLine = 2): HostYaml {
  const text = source.replace(/\r\n?/g, "\n");
  const lineOf = linesOf(text, firstLine);
  const fail = (rule: YamlFailure["rule"], at: number, message: string): HostYaml => ({
    ok: false,
    failure: { rule, line: lineOf(at), message },
  });
  const excess = findYamlExcess(text);
  if (excess) return fail("yaml-too-large", 0, `In the frontmatter ${excess.message}.`);
  const misplaced = findMisplaced(text, reader);
  if (misplaced !== null) return fail("invalid-yaml", misplaced, sayInvalid("a tab where a space is wanted"));
  // js-yaml takes a tab for a blank, also in front of a key.
  const document = parseYaml(reader === "js-yaml" ? text.replace(/^\t+/gm, "  ") : text, "failsafe");
  const [error] = yamlErrors(document);
  if (error) return fail("invalid-yaml", error.pos[0], sayInvalid(firstSentence(error.message)));
  const walker = new Walker(document, text, reader, lineOf);
  const value = isNode(document.contents)
    ? walker.convert(document.contents)
    : { kind: "null" as const, text: "", line: firstLine };
  const { problem, again } = walker;
  if (problem) return fail(problem.rule, problem.at, problem.message);
  return { ok: true, value, again: again.map(({ key, at }) => ({ key, line: lineOf(at) })) };
}

/** The line of an offset; one behind the last sign is on that sign's line. Asked for every value, so found once. */
function linesOf(text: string, firstLine: number): (at: number) => number {
  const end = text.trimEnd().length;
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return (at) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < Math.min(at, end)) low = middle + 1;
      else high = middle;
    }
    return firstLine + low;
  };
}

const sayInvalid = (why: string): string => `The frontmatter is no valid YAML for this host: ${why}.`;

const firstSentence = (message: string): string =>
  (message.split("\n", 1)[0] ?? "")
    .replace(/[.:]$/, "")
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** PyYAML and libyaml indent with spaces alone; PyYAML wants one behind a colon as well. */
function findMisplaced(text: string, reader: YamlReader): number | null {
  if (reader === "js-yaml") return null;
  const form = reader === "pyyaml" ? /^(?:[\w.-]+:)? *\t/m : /^ *\t+[\w.-]+:/m;
  const at = text.search(form);
  return at < 0 ? null : at;
}

type Problem = { rule: "invalid-yaml" | "duplicate-key"; at: number; message: string };

const coreTags = new Set([
  "str",
  "int",
  "float",
  "bool",
  "null",
  "seq",
  "map",
  "timestamp",
  "binary",
  "set",
  "omap",
  "pairs",
]);

class Walker {
  problem: Problem | null = null;
  again: { key: string; at: number }[] = [];
  private aliases = 0;
  private readonly length: number;
  private readonly endsWithBreak: boolean;

  constructor(
    private readonly document: Document.Parsed,
    source: string,
    private readonly reader: YamlReader,
    private readonly lineOf: (at: number) => number,
  ) {
    this.length = source.length;
    this.endsWithBreak = source.endsWith("\n");
  }

  convert(node: Node, depth = 0): HostValue {
    const at = node.range?.[0] ?? 0;
    const line = this.lineOf(at);
    this.checkTag(node, at);
    if (isAlias(node)) {
      const target = this.aliases++ < maxAliases ? node.resolve(this.document) : undefined;
      if (target && depth < 50) return this.convert(target, depth + 1);
      this.report("invalid-yaml", at, sayInvalid("an alias leads nowhere"));
      return { kind: "null", text: "", line };
    }
    if (isMap(node)) return { kind: "map", entries: this.convertPairs(node.items, depth), line };
    if (isSeq(node))
      return {
        kind: "list",
        items: node.items.flatMap((item) => (isNode(item) ? [this.convert(item, depth + 1)] : [])),
        line,
      };
    const text = this.textOf(node);
    const isPlain = isScalar(node) && node.type === "PLAIN" && !node.tag;
    if (isPlain && text.startsWith("%"))
      this.report("invalid-yaml", at, sayInvalid("a value cannot begin with %"));
    return { kind: isPlain ? resolveScalar(text, this.reader) : kindOfTag(node.tag), text, line };
  }

  /** js-yaml ends every source with a line break; for the others a block value at the very end has none. */
  private textOf(node: Node): string {
    const text = isScalar(node) ? String(node.value ?? "") : "";
    const isBlock = isScalar(node) && node.type?.startsWith("BLOCK") === true;
    const isLast = (node.range?.[1] ?? 0) >= this.length && !this.endsWithBreak;
    return isBlock && isLast && this.reader !== "js-yaml" ? text.replace(/\n$/, "") : text;
  }

  private convertPairs(pairs: readonly Pair[], depth: number): Map<string, HostValue> {
    const entries = new Map<string, HostValue>();
    for (const { key: keyNode, value: valueNode } of pairs) {
      const at = isNode(keyNode) ? (keyNode.range?.[0] ?? 0) : 0;
      if (isNode(keyNode)) this.checkTag(keyNode, at);
      const key = isScalar(keyNode) ? String(keyNode.value ?? "") : String(keyNode);
      const value: HostValue = isNode(valueNode)
        ? this.convert(valueNode, depth + 1)
        : { kind: "null", text: "", line: this.lineOf(at) };
      if (entries.has(key)) {
        if (depth === 0) this.again.push({ key, at });
        if (this.reader === "js-yaml")
          this.report(
            "duplicate-key",
            at,
            `The frontmatter has \`${key}\` twice, which this host's reader refuses.`,
          );
      }
      // Where the value begins is seldom where a person looks for the field.
      entries.set(key, { ...value, line: this.lineOf(at) });
    }
    return entries;
  }

  private checkTag({ tag }: Node, at: number): void {
    if (!tag || tag === "!" || this.reader === "libyaml") return;
    const core = tag.startsWith("tag:yaml.org,2002:")
      ? tag.slice("tag:yaml.org,2002:".length)
      : tag.replace(/^!!/, "");
    if (!coreTags.has(core))
      this.report("invalid-yaml", at, sayInvalid(`it has the unknown tag ${tag.slice(0, 60)}`));
  }

  private report(rule: Problem["rule"], at: number, message: string): void {
    this.problem ??= { rule, at, message };
  }
}

const kindOfTag = (tag: string | undefined): ScalarKind =>
  ({
    "tag:yaml.org,2002:int": "integer" as const,
    "tag:yaml.org,2002:float": "float" as const,
    "tag:yaml.org,2002:bool": "boolean" as const,
    "tag:yaml.org,2002:null": "null" as const,
  })[tag ?? ""] ?? "text";

export const isText = (value: HostValue): value is Extract<HostValue, { text: string }> =>
  value.kind === "text";

/** What a value is, in words for people. */
export function sayKind({ kind }: HostValue): string {
  const words = {
    text: "text",
    null: "empty",
    boolean: "true or false",
    integer: "a number",
    float: "a number",
  } as const;
  const others = { date: "a date", merge: "text", value: "text", list: "a list", map: "a mapping" } as const;
  return { ...words, ...others }[kind];
}
