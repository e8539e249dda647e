import type { FrontmatterValue } from "./parse-skill";

/** A value of the frontmatter as text: lists in a row, maps line by line. */
export function shownValue(value: FrontmatterValue): string {
  if (typeof value === "string") return value;
  if (isList(value)) return value.map(shownValue).join(", ");
  return [...value].map(([key, inner]) => `${key}: ${shownValue(inner)}`).join("\n");
}

const isList = (value: FrontmatterValue): value is readonly FrontmatterValue[] => Array.isArray(value);
