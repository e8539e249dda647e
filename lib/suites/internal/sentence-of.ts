import { type SourceNode, textNamed } from "../source-node";

/** Where an object says its sentence, the most telling key first: a name beside it only calls it something. */
const sentenceKeys = [
  "text",
  "check",
  "description",
  "assertion",
  "expectation",
  "value",
  "name",
  "path",
] as const;

/** What one entry of a list of texts says: itself, or what an object has under one of the usual keys. Null for none. */
export function sentenceOf(item: SourceNode): string | null {
  if (item.kind === "text") return item.value;
  for (const key of sentenceKeys) {
    const said = textNamed(item, key);
    if (said !== null) return said;
  }
  return null;
}
