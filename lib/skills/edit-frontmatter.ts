import { quoteIfNeeded } from "./internal/check-fields";
import { locateFrontmatter } from "./internal/locate-frontmatter";
import { readYaml } from "./internal/read-yaml";

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
  const reading = readYaml(source);
  const entry = reading.entries.find((candidate) => candidate.key === key);
  if (entry) {
    const node = entry.value;
    if (node.kind === "text" && node.value === value) return text;
    const start = place.yamlStart + node.start;
    const raw = text.slice(start, place.yamlStart + node.end);
    const kept = raw.length - raw.trimEnd().length;
    const end = start + raw.length - kept;
    const colon = node.start === entry.keyEnd || text[start - 1] === ":" ? " " : "";
    if (node.kind !== "text") return replaceBlock(text, place.yamlStart + entry.keyEnd, end, written);
    return text.slice(0, start) + colon + written + text.slice(end);
  }
  if (!reading.readable && source.trim() !== "") return text;
  const before = text.slice(0, place.yamlEnd);
  const separator = source === "" || /[\r\n]$/.test(before) ? "" : lineBreak;
  const after = text.slice(place.yamlEnd);
  const tail = /^[\r\n]/.test(after) ? "" : lineBreak;
  return `${before}${separator}${key}: ${written}${tail}${after}`;
}

/** A list or map gives way to a text on the key's own line. */
function replaceBlock(text: string, keyEnd: number, end: number, written: string): string {
  const colon = text.indexOf(":", keyEnd);
  return `${text.slice(0, colon + 1)} ${written}${text.slice(end)}`;
}
