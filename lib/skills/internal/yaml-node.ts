export type Scalar = { kind: "text"; value: string; start: number; end: number; plain: boolean };

/** A value of the frontmatter with its place (offsets into the document). Every scalar is text, as written. */
export type YamlNode =
  | Scalar
  | { kind: "list"; items: YamlNode[]; start: number; end: number }
  | { kind: "map"; entries: YamlEntry[]; start: number; end: number };

export type YamlEntry = { key: string; keyStart: number; keyEnd: number; value: YamlNode };

/** Values without places. Maps, never objects: a key such as `__proto__` is an ordinary key. */
export type FrontmatterValue = string | readonly FrontmatterValue[] | ReadonlyMap<string, FrontmatterValue>;

export type Frontmatter = ReadonlyMap<string, FrontmatterValue>;

export function toValue(node: YamlNode): FrontmatterValue {
  if (node.kind === "text") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  return toMap(node.entries);
}

export function toMap(entries: readonly YamlEntry[]): Map<string, FrontmatterValue> {
  return new Map(entries.map((entry) => [entry.key, toValue(entry.value)]));
}
