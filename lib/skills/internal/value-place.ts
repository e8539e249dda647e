import type { YamlEntry } from "./yaml-node";

/** Where a value stands; a list or map gives way to a text on the key's own line. */
export function valuePlace(text: string, entry: YamlEntry): { start: number; end: number } {
  const { value, keyEnd } = entry;
  if (value.kind === "text" && value.start > keyEnd) return { start: value.start, end: value.end };
  const colon = text.indexOf(":", keyEnd);
  return { start: colon + 1, end: Math.max(value.end, colon + 1) };
}
