import type { FrontmatterValue } from "./parse-skill";

/** A value of the frontmatter as text: lists of texts in a row, maps line by line, what lies deeper indented as in YAML. */
export function shownValue(value: FrontmatterValue): string {
  if (typeof value === "string") return value;
  if (isList(value)) return value.every(isText) ? value.join(", ") : value.map(listed).join("\n");
  return [...value].map(([key, inner]) => `${key}:${below(inner)}`).join("\n");
}

/** One of a list: what it says, each further line below the first. */
const listed = (value: FrontmatterValue): string => `- ${shownValue(value).replaceAll("\n", "\n  ")}`;

/** What stands behind a key: on its line where it is one, else indented below it. */
function below(value: FrontmatterValue): string {
  const text = shownValue(value);
  const stays = isText(value) || (isList(value) && value.every(isText));
  return stays ? ` ${text}` : `\n${text.replace(/^/gm, "  ")}`;
}

const isText = (value: FrontmatterValue): value is string => typeof value === "string";

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);
