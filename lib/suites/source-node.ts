/**
 * A value of a JSON or YAML file with its place: offsets in UTF-16 units, the end exclusive. Entries keep their order
 * and their twins, so that a key that stands twice is seen, and no key can reach a prototype.
 */
export type SourceNode = { start: number; end: number } & (
  | { kind: "object"; entries: readonly SourceEntry[] }
  | { kind: "list"; items: readonly SourceNode[] }
  | { kind: "text"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "null" }
);
export type SourceEntry = { key: string; keyStart: number; keyEnd: number; value: SourceNode };
export type SourceObject = Extract<SourceNode, { kind: "object" }>;
export type SourceList = Extract<SourceNode, { kind: "list" }>;

/** Why a file, or a place in it, cannot be read as JSON or YAML at all. */
export type SourceProblem = { rule: "syntax" | "too-deep" | "too-large"; start: number; message: string };
export type Source = { root: SourceNode | null; problems: readonly SourceProblem[] };

/** Values of a suite lie four levels deep at most; what is beside them may lie deeper. */
export const deepestValue = 64;

/** `shouldTrigger`, `should_trigger` and `Should-Trigger` are one word. */
export const foldKey = (key: string): string => key.toLowerCase().replace(/[_\-\s]/g, "");

/** The entries of an object whose folded key is one of these, in their order. */
export const entriesNamed = (node: SourceObject, folded: readonly string[]): SourceEntry[] =>
  node.entries.filter(({ key }) => folded.includes(foldKey(key)));

/** The first value under one of these folded keys, wherever it stands; null where there is none. */
export function valueNamed(node: SourceNode | null, ...folded: readonly string[]): SourceNode | null {
  if (node?.kind !== "object") return null;
  return entriesNamed(node, folded)[0]?.value ?? null;
}

/** The text under one of these folded keys; null where there is none or another kind of value. */
export function textNamed(node: SourceNode | null, ...folded: readonly string[]): string | null {
  const value = valueNamed(node, ...folded);
  return value?.kind === "text" ? value.value : null;
}

/** The items of the list under one of these folded keys; none where there is no list. */
export function itemsNamed(node: SourceNode | null, ...folded: readonly string[]): readonly SourceNode[] {
  const value = valueNamed(node, ...folded);
  return value?.kind === "list" ? value.items : [];
}

/** The texts of a list, or of one text that stands alone. */
export function textsOf(node: SourceNode | null): string[] {
  if (node?.kind === "text") return [node.value];
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) => (item.kind === "text" ? [item.value] : []));
}

/** As `JSON.parse` would have it; of keys that stand twice the last one. */
export function plainValue(node: SourceNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
    case "list":
      return node.items.map(plainValue);
    case "null":
      return null;
    default:
      return node.value;
  }
}

/** The value at a path of keys and places, or the innermost one that is there. */
export function nodeAt(node: SourceNode, path: readonly PropertyKey[]): SourceNode {
  const [first, ...rest] = path;
  if (first === undefined) return node;
  const next =
    node.kind === "list"
      ? node.items[Number(first)]
      : node.kind === "object"
        ? node.entries.findLast(({ key }) => key === first)?.value
        : undefined;
  return next ? nodeAt(next, rest) : node;
}

const kindWords = {
  object: "an object",
  list: "a list",
  text: "text",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const satisfies Record<SourceNode["kind"], string>;

/** What a value is, for a sentence: "a list". */
export const describeKind = ({ kind }: SourceNode): string => kindWords[kind];
