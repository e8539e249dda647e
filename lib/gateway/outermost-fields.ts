const [quote, backslash, open, close, openList, closeList, colon, comma] = [...'"\\{}[]:,'].map((sign) =>
  sign.charCodeAt(0),
);
/** All that JSON has outside of its texts: a comment, another quote or a name without quotes is none. */
const ofJson = new Set([..."{}[]:, \t\r\n0123456789+-.eEtruefalsn"].map((sign) => sign.charCodeAt(0)));

/** Where a text begins and behind which byte it ends, its quotes included. */
export type Span = { from: number; to: number };

/** One field of the outermost object. `text`: where its value stands if that is a text; null otherwise. */
export type OutermostField = { name: string; text: Span | null; isNull: boolean; isFalse: boolean };

/**
 * The fields of a JSON's outermost object in their order, each as often as it is there, without building its value: of
 * 64 MiB too. Null for what some parser might read otherwise: no UTF-8, no object, or with other signs than JSON's.
 */
export function outermostFields(body: Uint8Array): OutermostField[] | null {
  const found: OutermostField[] = [];
  let depth = 0;
  let isKey = false;
  for (let at = 0; at < body.byteLength; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === quote) {
      const to = endOfText(body, at);
      if (to === null) return null;
      const field = found.at(-1);
      const span = { from: at, to };
      if (depth === 1 && isKey) found.push({ name: nameAt(body, span), ...valueBehind(body, to) });
      else if (depth === 1 && field) field.text = span;
      else if (depth === 0) return null;
      at = to - 1;
    } else if (!ofJson.has(byte)) return null;
    else if (byte === open || byte === openList) {
      if (depth === 0 && byte === openList) return null;
      depth += 1;
      if (depth === 1) isKey = true;
    } else if (byte === close || byte === closeList) depth -= 1;
    else if (depth === 1 && (byte === colon || byte === comma)) isKey = byte === comma;
  }
  return depth === 0 && found.length > 0 ? found : null;
}

/** Behind the quote that ends the text at `from`; null where none does. */
function endOfText(body: Uint8Array, from: number): number | null {
  for (let at = from + 1; at < body.byteLength; at += 1) {
    const byte = body[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) return at + 1;
  }
  return null;
}

function valueBehind(body: Uint8Array, to: number): Omit<OutermostField, "name"> {
  const start = Buffer.from(body.subarray(to, to + 200)).toString("latin1");
  return { text: null, isNull: /^\s*:\s*null\b/.test(start), isFalse: /^\s*:\s*false\b/.test(start) };
}

const nameAt = (body: Uint8Array, span: Span): string => textAt(body, span) ?? "";

/** A text may be written with escapes; a parser reads through them, and so does this. Null for a very long one. */
export function textAt(body: Uint8Array, { from, to }: Span): string | null {
  if (to - from > 2_000) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(body.subarray(from, to)).toString("utf8"));
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
