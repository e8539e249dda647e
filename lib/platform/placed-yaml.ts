import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

/** The writer's to mend; the message names file, line and column, one mistake a line. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

type Path = readonly PropertyKey[];

/** What a YAML file says, and where it says it. */
export type Placed = {
  value: unknown;
  /** `greenroom.yaml:4:3` of a value, of the key when a whole field is wrong, of the nearest parent of what is missing. */
  placeOf: (path: Path) => string;
};

/** Throws ConfigurationError for what is no YAML. */
export function parsePlaced(text: string, file: string): Placed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new ConfigurationError(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join("\n"),
    );
  return { value: unfold(document, at(0)), placeOf: (path) => at(offsetOf(document.contents, path)) };
}

/** A file may say of itself that it is a billion lines long: the reader refuses to unfold it. */
function unfold(document: ReturnType<typeof parseDocument>, place: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    throw new ConfigurationError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What the file says, checked; every mistake is named: `greenroom.yaml:4:3: skills.pths: Extra inputs are not permitted`. */
export function checkPlaced<Schema extends z.ZodType>(schema: Schema, placed: Placed): z.output<Schema> {
  const parsed = schema.safeParse(placed.value);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.flatMap((issue) => {
    const places =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map((place) => `${placed.placeOf(place)}: ${place.join(".")}: ${issue.message}`);
  });
  throw new ConfigurationError(wrong.join("\n"));
}

function offsetOf(contents: unknown, place: Path): number {
  let node = contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const key of place) {
    if (!isCollection(node)) return offset;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (!pair) return offset;
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else {
      node = node.get(key, true);
      offset = isNode(node) ? (node.range?.[0] ?? offset) : offset;
    }
  }
  return offset;
}
