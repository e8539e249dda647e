import { foldKey, type SourceObject } from "../source-node";

/** From `start` to before `end`, in UTF-16 units. */
export type Span = { start: number; end: number };

/** One element of a list or an object as it shall stand; `from` is its place before, null for a new one. */
export type Piece = { from: number | null; text: string };

/** What stands in a list between its brackets and elements where nothing shows it. */
export type Spacing = { open: string; comma: string; close: string };

/**
 * A list or object, brackets included, with other elements. Each keeps what stood before it, blank lines too; a new
 * one gets what most have. With the same elements in the same order, every byte is as it was.
 */
export function spliceElements(
  text: string,
  whole: Span,
  elements: readonly Span[],
  pieces: readonly Piece[],
  spacing: Spacing,
): string {
  const source = text.slice(whole.start, whole.end);
  const [first, last] = [elements[0], elements.at(-1)];
  if (pieces.length === 0) return first ? source.charAt(0) + source.slice(-1) : source;
  const open = first ? text.slice(whole.start, first.start) : source.charAt(0) + spacing.open;
  const close = last ? text.slice(last.end, whole.end) : spacing.close + source.slice(-1);
  const gaps = elements.map(({ start }, at) => text.slice(elements[at - 1]?.end ?? start, start));
  const usual = gaps
    .slice(1)
    .reduce((least, gap) => (gap.length < least.length ? gap : least), gaps[1] ?? "");
  const body = pieces.map(({ from, text: piece }, place) => {
    if (place === 0) return piece;
    const own = from === null || from === 0 ? undefined : gaps[from];
    return (own ?? (usual === "" ? spacing.comma : usual)) + piece;
  });
  return open + body.join("") + close;
}

/** How the objects of a file are written, seen from one of them. */
export type ObjectStyle = Spacing & { colon: string };

export function styleOf(text: string, node: SourceObject): ObjectStyle {
  const [first, second] = node.entries;
  const last = node.entries.at(-1);
  if (!first || !last) return { open: "", comma: ", ", close: "", colon: ": " };
  const open = text.slice(node.start + 1, first.keyStart);
  return {
    open,
    comma: second ? text.slice(first.value.end, second.keyStart) : `,${open === "" ? " " : open}`,
    close: text.slice(last.value.end, node.end - 1),
    colon: text.slice(first.keyEnd, first.value.start),
  };
}

/** A new object in that style, from keys and JSON. */
export const writeObject = (
  fields: readonly (readonly [key: string, json: string])[],
  style: ObjectStyle,
): string =>
  `{${style.open}${fields.map(([key, json]) => JSON.stringify(key) + style.colon + json).join(style.comma)}${style.close}}`;

/** `json` null takes the entries of these names away; `key` is what it is called where it is new. */
export type FieldEdit = { names: readonly string[]; key: string; json: string | null };

/** The object with these fields changed, added at its end or taken away; all else keeps its bytes. */
export function editObject(text: string, node: SourceObject, edits: readonly FieldEdit[]): string {
  const style = styleOf(text, node);
  const spans = node.entries.map(({ keyStart, value }) => ({ start: keyStart, end: value.end }));
  const done = new Set<FieldEdit>();
  const kept = node.entries.flatMap((entry, from): Piece[] => {
    const edit = edits.find(({ names }) => names.includes(foldKey(entry.key)));
    const head = text.slice(entry.keyStart, entry.value.start);
    if (!edit) return [{ from, text: text.slice(entry.keyStart, entry.value.end) }];
    done.add(edit);
    return edit.json === null ? [] : [{ from, text: head + edit.json }];
  });
  const added = edits.flatMap((edit): Piece[] => {
    if (done.has(edit) || edit.json === null) return [];
    return [{ from: null, text: JSON.stringify(edit.key) + style.colon + edit.json }];
  });
  return spliceElements(text, node, spans, [...kept, ...added], style);
}
