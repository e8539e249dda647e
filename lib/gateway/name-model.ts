import { isUtf8 } from "node:buffer";
import { outermostFields, type Span, textAt } from "./outermost-fields";
import { WireError } from "./wire-error";

/** Fields by which a request asks other models, or goes on with what lies in the provider's account. */
const refused: ReadonlySet<string> = new Set([
  "models",
  "route",
  "provider",
  "preset",
  "fallbacks",
  "plugins",
  "previous_response_id",
  "conversation",
  "prompt",
  "background",
  "container",
  "mcp_servers",
  "cachedcontent",
  "cached_content",
]);

/** As servers that do not tell upper from lower case read a name. */
const folded = (name: string): string => name.normalize("NFKC").toLowerCase();

/**
 * The same JSON with `model` as its outermost `model`, wherever, however often and in whatever case that stands; every
 * other byte stays as it is. `asked` is what stood there last. Throws WireError for a body that another parser might
 * read otherwise, one that names no model where `isRequired`, and one that reaches past the model.
 */
export function nameModel(
  body: Uint8Array<ArrayBuffer>,
  model: string,
  { isRequired = true }: { isRequired?: boolean } = {},
): { body: Uint8Array<ArrayBuffer>; asked: string | null } {
  const fields = isUtf8(body) && !body.includes(0) ? outermostFields(body) : null;
  if (!fields) throw new WireError("invalid", "The body is no JSON object in UTF-8. Send it as one.");
  const other = fields.find(({ name, isNull, isFalse }) => refused.has(folded(name)) && !isNull && !isFalse);
  if (other)
    throw new WireError(
      "invalid",
      `This address answers with one model and the conversation that is sent. "${other.name}" reaches past ` +
        "both and is refused. Leave it out, and send the whole conversation.",
    );
  const spans = fields.flatMap((field) => (folded(field.name) === "model" ? [field.text] : []));
  if (spans.includes(null) || (isRequired && spans.length === 0))
    throw new WireError("invalid", 'The body names no model. Say "model" once, with any name as a text.');
  return replaced(
    body,
    spans.flatMap((span) => span ?? []),
    model,
  );
}

function replaced(body: Uint8Array<ArrayBuffer>, spans: readonly Span[], model: string) {
  const last = spans.at(-1);
  const asked = last ? textAt(body, last) : null;
  if (spans.every((span) => textAt(body, span) === model)) return { body, asked };
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
