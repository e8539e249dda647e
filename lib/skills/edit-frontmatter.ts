import { locateFrontmatter } from "./internal/locate-frontmatter";
import { repairYaml } from "./internal/repair-yaml";
import { valuePlace } from "./internal/value-place";
import { quoteIfNeeded } from "./internal/write-scalar";

/**
 * Sets one top-level text field of a SKILL.md and changes no other byte: comments, order, quotes and line endings
 * of the rest stay. A missing field is added after the last one, a missing frontmatter before the text.
 * A frontmatter that cannot be read is left alone and the text is answered unchanged.
 */
export function setFrontmatterField(text: string, key: string, value: string): string {
  const place = locateFrontmatter(text, true);
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const written = quoteIfNeeded(value);
  if (place.kind === "missing") {
    const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const header = ["---", `${key}: ${written}`, "---", ""].join(lineBreak);
    return text.slice(0, mark) + header + text.slice(mark);
  }
  if (place.kind !== "found") return text;
  const source = text.slice(place.yamlStart, place.yamlEnd);
  const reading = repairYaml(source, place.yamlStart, "lenient", () => undefined);
  if (!reading.readable && source.trim() !== "") return text;
  const entry = reading.entries.find((candidate) => candidate.key === key);
  if (!entry) return addField(text, place.yamlEnd, `${key}: ${written}`, lineBreak);
  if (entry.value.kind === "text" && entry.value.value === value) return text;
  const { start, end } = valuePlace(text, entry);
  const blank = text[start - 1] === ":" ? " " : "";
  return text.slice(0, start) + blank + written + text.slice(end);
}

function addField(text: string, yamlEnd: number, field: string, lineBreak: string): string {
  const before = text.slice(0, yamlEnd);
  const after = text.slice(yamlEnd);
  const separator = /[\r\n]$/.test(before) ? "" : lineBreak;
  const tail = /^[\r\n]/.test(after) ? "" : lineBreak;
  return before + separator + field + tail + after;
}
