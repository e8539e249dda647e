import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import {
  deepestValue,
  type Source,
  type SourceEntry,
  type SourceNode,
  type SourceProblem,
} from "./source-node";

/** How many faults of one file are told; what follows the first ones mostly follows from them. */
const mostFaults = 3;

/** Reads JSON (RFC 8259) with the place of every value. Never throws, and takes time in proportion to the text. */
export function readJson(text: string): Source {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const refused = findRefused(text);
  if (refused) return { root: null, problems: [refused] };
  const errors: ParseError[] = [];
  const root = parseTree(text.slice(mark), errors, { disallowComments: true, allowTrailingComma: false });
  const problems = errors.slice(0, mostFaults).map(({ error, offset }) => ({
    rule: "syntax" as const,
    start: offset + mark,
    message: `This is not JSON: ${faults[printParseErrorCode(error)] ?? "something is wrong here"}.`,
  }));
  return { root: root && problems.length === 0 ? convert(root, mark) : null, problems };
}

const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: "this word is no value; texts stand in double quotes",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a key in double quotes belongs here (a comma before } is one too many)",
  ValueExpected: "a value belongs here (a comma before ] is one too many)",
  ColonExpected: "a colon belongs here",
  CommaExpected: "a comma belongs here",
  CloseBraceExpected: "a } belongs here",
  CloseBracketExpected: "a ] belongs here",
  EndOfFileExpected: "the file should end here",
  UnexpectedEndOfString: "a text is not closed",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "a \\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "there is no such escape in a text",
  InvalidCharacter: "line breaks and tabs in a text are written \\n and \\t",
};

/** What is not given to the parser: it would exhaust the stack, or take a comment's brackets for none. */
function findRefused(text: string): SourceProblem | null {
  let depth = 0;
  for (let start = 0; start < text.length; start++) {
    const character = text[start];
    if (character === '"') start = endOfText(text, start);
    else if (character === "/")
      return { rule: "syntax", start, message: "This is not JSON: comments are not allowed." };
    else if (character === "]" || character === "}") depth--;
    else if ((character === "[" || character === "{") && ++depth > deepestValue)
      return { rule: "too-deep", start, message: `Values lie more than ${deepestValue} levels deep.` };
  }
  return null;
}

/** The closing quote of a text, or where its line or the file ends without one. */
function endOfText(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === '"' || character === "\n" || character === "\r") return at;
  }
  return text.length;
}

function convert(node: Node, mark: number): SourceNode {
  const place = { start: node.offset + mark, end: node.offset + node.length + mark };
  const value: unknown = node.value;
  if (node.type === "array")
    return { ...place, kind: "list", items: (node.children ?? []).map((child) => convert(child, mark)) };
  if (node.type === "object")
    return { ...place, kind: "object", entries: (node.children ?? []).flatMap((one) => entryOf(one, mark)) };
  if (typeof value === "string") return { ...place, kind: "text", value };
  if (typeof value === "number") return { ...place, kind: "number", value };
  if (typeof value === "boolean") return { ...place, kind: "boolean", value };
  return { ...place, kind: "null" };
}

function entryOf({ children: [key, value] = [] }: Node, mark: number): SourceEntry[] {
  if (!key || !value) return [];
  const keyStart = key.offset + mark;
  return [{ key: String(key.value), keyStart, keyEnd: keyStart + key.length, value: convert(value, mark) }];
}
