const [quote, backslash, open, close, openList, closeList, colon, comma] = [...'"\\{}[]:,'].map((sign) =>
  sign.charCodeAt(0),
);

/** Where a text begins and behind which byte it ends, its quotes included. */
type Span = { from: number; to: number };

/**
 * The same JSON with `model` as its outermost `model`, wherever and however often that stands; every other byte stays as
 * it is. `asked` is what stood there last, as a parser would read it. The bytes come back unchanged where it says so
 * already, and where there is no such field.
 */
export function nameModel(
  body: Uint8Array<ArrayBuffer>,
  model: string,
): { body: Uint8Array<ArrayBuffer>; asked: string | null } {
  const spans = findModels(body);
  const last = spans.at(-1);
  if (!last) return { body, asked: null };
  const asked = textOf(body, last);
  if (spans.every((span) => textOf(body, span) === model)) return { body, asked };
  const written = new TextEncoder().encode(JSON.stringify(model));
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    pieces.push(body.subarray(at, from), written);
    at = to;
  }
  pieces.push(body.subarray(at));
  return { body: Buffer.concat(pieces), asked };
}

/** The values of every outermost field that is called `model`, if they are texts. Go's parser takes `Model` for it too. */
function findModels(body: Uint8Array): Span[] {
  const found: Span[] = [];
  let depth = 0;
  let key: Span | null = null;
  let isKey = false;
  for (let at = 0; at < body.byteLength; at += 1) {
    const byte = body[at];
    if (byte === quote) {
      const to = endOfText(body, at);
      if (to === null) break;
      const span = { from: at, to };
      if (depth === 1 && isKey) key = span;
      else if (depth === 1 && key && textOf(body, key)?.toLowerCase() === "model") found.push(span);
      at = to - 1;
    } else if (byte === open || byte === openList) {
      depth += 1;
      isKey = byte === open && depth === 1;
    } else if (byte === close || byte === closeList) depth -= 1;
    else if (byte === colon && depth === 1) isKey = false;
    else if (byte === comma && depth === 1) {
      isKey = true;
      key = null;
    }
  }
  return found;
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

/** A key may be written with escapes; a parser reads through them, and so does this. */
function textOf(body: Uint8Array, { from, to }: Span): string | null {
  if (to - from > 2_000) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(body.subarray(from, to)).toString("utf8"));
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
