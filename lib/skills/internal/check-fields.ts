import { hasCommasBetweenTools, splitAllowedTools } from "../allowed-tools";
import { findFrontmatterKey, specificationKeys } from "../frontmatter-keys";
import { isKnownLicence } from "../licence-expression";
import { codePointLength } from "./check-description";
import { closestMatch } from "./closest-match";
import type { OffsetFix, Report } from "./reporter";
import { valuePlace } from "./value-place";
import { looksTyped, quoteIfNeeded } from "./write-scalar";
import type { Scalar, YamlEntry, YamlNode } from "./yaml-node";

const maxCompatibilityLength = 500;
const specificationNames = specificationKeys.map((entry) => entry.key);
const allowedNames = [...specificationNames].sort();

/** Rule 8 of the reference, one issue per field; a likely misspelling comes with its correction. */
export function checkFieldNames(entries: readonly YamlEntry[], report: Report): void {
  for (const { key, keyStart, keyEnd } of entries) {
    if (specificationNames.includes(key)) continue;
    const known = findFrontmatterKey(key);
    if (known) {
      report(
        "host-field",
        keyStart,
        keyEnd,
        `Unexpected field in frontmatter: ${key}. ${known.documentation}`,
      );
      continue;
    }
    const folded = key.toLowerCase().replace(/[_\s]/g, "-");
    const similar = specificationNames.includes(folded) ? folded : closestMatch(key, specificationNames);
    const free = similar !== null && !entries.some((entry) => entry.key === similar);
    const hint = free
      ? `Did you mean ${similar}?`
      : `Only [${allowedNames.join(", ")}] are in the specification.`;
    const fix = {
      title: `Rename to ${similar}`,
      edits: [{ start: keyStart, end: keyEnd, text: similar ?? key }],
    };
    report(
      "unknown-field",
      keyStart,
      keyEnd,
      `Unexpected field in frontmatter: ${key}. ${hint}`,
      free ? fix : undefined,
    );
  }
}

export function checkLicence(node: YamlNode, report: Report): void {
  if (node.kind === "text" && (node.value.trim() === "" || isKnownLicence(node.value))) return;
  report(
    "license-unknown",
    node.start,
    node.end,
    "The licence is no SPDX identifier (such as Apache-2.0) and names no file.",
  );
}

export function checkCompatibility(node: YamlNode, report: Report): void {
  const { start, end } = node;
  if (node.kind !== "text") {
    report("compatibility-type", start, end, "Field 'compatibility' must be a string");
    return;
  }
  const length = codePointLength(node.value);
  if (length > maxCompatibilityLength) {
    const message = `Compatibility exceeds ${maxCompatibilityLength} character limit (${length} chars)`;
    report("compatibility-too-long", start, end, message);
  } else if (node.value.trim() === "") {
    report(
      "compatibility-empty",
      start,
      end,
      "compatibility is empty; delete the line or say what is needed.",
    );
  }
}

export function checkMetadata(node: YamlNode, report: Report): void {
  if (node.kind !== "map") {
    if (node.kind === "text" && node.value === "") return;
    report("metadata-type", node.start, node.end, "metadata must be key: value lines, text to text.");
    return;
  }
  for (const { key, value } of node.entries) {
    const { start, end } = value;
    if (value.kind !== "text") {
      report(
        "metadata-value-type",
        start,
        end,
        `metadata.${key} must be text; other hosts flatten or refuse it.`,
      );
    } else if (isTyped(value)) {
      const message = sayTyped(`metadata.${key}`, value.value);
      report("metadata-value-type", start, end, message, quoteFix(value));
    }
  }
}

/** A text without quotes that other readers take for something else. */
export const isTyped = ({ plain, value }: Scalar): boolean => plain && looksTyped.test(value);

export const sayTyped = (what: string, text: string): string =>
  `Other readers take ${what} for a ${typeName(text)}; quote it to keep it text.`;

export const quoteFix = ({ value, start, end }: Scalar): OffsetFix => ({
  title: "Quote the value",
  edits: [{ start, end, text: JSON.stringify(value) }],
});

function typeName(text: string): string {
  if (/^\d{4}-/.test(text)) return "date";
  if (/^[-+\d]/.test(text)) return "number";
  return /^(?:null|~)$/i.test(text) ? "missing value" : "switch";
}

/** `text` is the document, to write a list as one line. */
export function readAllowedTools(entry: YamlEntry, text: string, report: Report): string[] {
  const node = entry.value;
  const { start, end } = node;
  if (node.kind === "text") {
    const tools = splitAllowedTools(node.value);
    if (hasCommasBetweenTools(node.value))
      report("allowed-tools-commas", start, end, "allowed-tools is separated by spaces, not by commas.", {
        title: "Replace the commas by spaces",
        edits: [{ start, end, text: quoteIfNeeded(tools.join(" ")) }],
      });
    return tools;
  }
  const items = node.kind === "list" ? node.items : [];
  const tools = items.flatMap((item) => (item.kind === "text" ? [item.value.trim()] : [])).filter(Boolean);
  const edit = { ...valuePlace(text, entry), text: ` ${quoteIfNeeded(tools.join(" "))}` };
  const fix = { title: "Write as one line", edits: [edit] };
  const oneLine = node.kind === "list" && tools.length === items.length;
  report(
    "allowed-tools-type",
    start,
    end,
    "allowed-tools must be one text, separated by spaces.",
    oneLine ? fix : undefined,
  );
  return tools;
}

const switches = new Map<string, boolean>(
  ["true", "yes", "on", "1"]
    .map((word): [string, boolean] => [word, true])
    .concat(["false", "no", "off", "0"].map((word): [string, boolean] => [word, false])),
);

/** `true/false/yes/no/on/off/1/0` in any case; anything else is `undefined`. */
export const readSwitch = (text: string): boolean | undefined => switches.get(text.trim().toLowerCase());

export function checkSwitch(entry: YamlEntry, report: Report): void {
  const { value } = entry;
  if (value.kind === "text" && readSwitch(value.value) !== undefined) return;
  report("boolean-field", value.start, value.end, `${entry.key} must be true or false.`);
}
