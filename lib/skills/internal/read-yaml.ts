import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import type { RuleId } from "../rules";
import type { YamlEntry, YamlNode } from "./yaml-node";

/** Offsets into the YAML text. */
export type YamlProblem = { rule: RuleId; start: number; end: number; message: string };

export type YamlReading = { entries: YamlEntry[]; problems: YamlProblem[]; readable: boolean };

const maxDepth = 24;

export const anchorMessage = "anchors are not allowed; write the value out";

/**
 * Reads frontmatter with every scalar kept as text (failsafe schema), aliases and tags refused. Nothing is ever
 * turned into a JavaScript object, so no key can reach a prototype. `readable` is false when a problem leaves no
 * trustworthy fields.
 */
export function readYaml(source: string): YamlReading {
  const nesting = flowNesting(source);
  if (nesting > maxDepth)
    return unreadable("yaml-too-deep", 0, 0, `Values are nested ${nesting} levels deep.`);
  // A lone CR is a line break in YAML, but not for the parser; the same length keeps offsets right.
  const text = source.replace(/\r(?!\n)/g, "\n");
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      schema: "failsafe",
      version: "1.2",
      uniqueKeys: true,
      keepSourceTokens: false,
      prettyErrors: false,
      logLevel: "error",
    });
  } catch (error) {
    if (error instanceof RangeError)
      return unreadable("yaml-too-deep", 0, 0, "Values are nested too deeply.");
    throw error;
  }
  const problems = document.errors.map((error): YamlProblem => {
    const [start, end] = error.pos;
    const message = oneLine(error.message);
    if (error.code === "DUPLICATE_KEY") {
      const key = /^[^\s:]+/.exec(text.slice(start))?.[0] ?? "";
      return {
        rule: "yaml-duplicate-key",
        start,
        end: start + key.length,
        message: `duplicate key '${key}'`,
      };
    }
    return { rule: "yaml-invalid", start, end: Math.max(end, start + 1), message };
  });
  if (problems.length > 0) return { entries: [], problems, readable: false };

  const converter = new Converter(problems, text.length);
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

/** The deepest nesting of brackets, counted without parsing; text in quotes may count too much, never too little. */
function flowNesting(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 93 || code === 125) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

class Converter {
  private readonly problems: YamlProblem[];
  private readonly length: number;

  constructor(problems: YamlProblem[], length: number) {
    this.problems = problems;
    this.length = length;
  }

  convert(node: Node, depth: number): YamlNode {
    const start = node.range?.[0] ?? 0;
    const end = node.range?.[1] ?? this.length;
    if (depth > maxDepth) {
      this.problems.push({ rule: "yaml-too-deep", start, end, message: `Deeper than ${maxDepth} levels.` });
      return { kind: "text", value: "", start, end, plain: true };
    }
    this.checkForbidden(node, start, end);
    if (isMap(node)) {
      if (node.flow) this.flow(start, end);
      const entries = node.items.map((pair): YamlEntry => {
        const key = isScalar(pair.key) ? String(pair.key.value ?? "") : "";
        const keyNode = pair.key as Node | null;
        const keyStart = keyNode?.range?.[0] ?? start;
        const keyEnd = keyNode?.range?.[1] ?? keyStart;
        if (!isScalar(pair.key)) {
          this.problems.push({
            rule: "yaml-invalid",
            start: keyStart,
            end: keyEnd,
            message: "a key must be text",
          });
        } else {
          this.checkForbidden(pair.key as Node, keyStart, keyEnd);
        }
        const value = pair.value as Node | null;
        return {
          key,
          keyStart,
          keyEnd,
          value: value
            ? this.convert(value, depth + 1)
            : { kind: "text", value: "", start: keyEnd, end: keyEnd, plain: true },
        };
      });
      return { kind: "map", entries, start, end };
    }
    if (isSeq(node)) {
      if (node.flow) this.flow(start, end);
      return {
        kind: "list",
        items: node.items.map((item) => this.convert(item as Node, depth + 1)),
        start,
        end,
      };
    }
    if (isScalar(node)) {
      return { kind: "text", value: String(node.value ?? ""), start, end, plain: node.type === "PLAIN" };
    }
    return { kind: "text", value: "", start, end, plain: true };
  }

  private flow(start: number, end: number): void {
    this.problems.push({
      rule: "yaml-flow",
      start,
      end,
      message: "flow style is not accepted by strict readers",
    });
  }

  private checkForbidden(node: Node, start: number, end: number): void {
    if (isAlias(node)) {
      this.problems.push({ rule: "yaml-alias", start, end, message: "anchors and aliases are not allowed" });
      return;
    }
    if ("anchor" in node && node.anchor)
      this.problems.push({ rule: "yaml-alias", start, end, message: anchorMessage });
    if (node.tag) this.problems.push({ rule: "yaml-tag", start, end, message: "tags are not allowed" });
  }
}
