import type { ParseMode } from "../skill-issue";
import type { SkillTool } from "../skill-tool";
import { checkDescription, checkWhenToUse } from "./check-description";
import {
  checkCompatibility,
  checkFieldNames,
  checkLicence,
  checkMetadata,
  checkSwitch,
  isTyped,
  quoteFix,
  readAllowedTools,
  sayTyped,
} from "./check-fields";
import { checkName, normalName } from "./check-name";
import { parseTools } from "./parse-tools";
import type { Report } from "./reporter";
import { trimBlanks } from "./trim-blanks";
import type { YamlEntry, YamlNode } from "./yaml-node";

export type SkillFields = {
  name: string | null;
  description: string | null;
  license: string | null;
  compatibility: string | null;
  allowedTools: string[];
  metadata: Record<string, string>;
  tools: SkillTool[];
};

export const noFields = (): SkillFields => ({
  name: null,
  description: null,
  license: null,
  compatibility: null,
  allowedTools: [],
  metadata: Object.create(null),
  tools: [],
});

type Place = { start: number; end: number };
type FieldOptions = { text: string; mode: ParseMode; folderName: string | undefined; fence: Place };

/** Reads and checks the fields in the reference's order (rules 8 to 21). `fence` is where a missing field points. */
export function readFields(
  entries: readonly YamlEntry[],
  options: FieldOptions,
  report: Report,
): SkillFields {
  const find = (key: string): YamlNode | undefined => entries.find((entry) => entry.key === key)?.value;
  checkFieldNames(entries, report);
  const name = readName(find("name"), options, report);
  const description = readDescription(find("description"), options, report);
  const whenToUse = find("when_to_use");
  if (whenToUse?.kind === "text") checkWhenToUse(whenToUse, options.text, report);
  const license = find("license");
  if (license) checkLicence(license, report);
  const compatibility = find("compatibility");
  if (compatibility) checkCompatibility(compatibility, report);
  const metadata = find("metadata");
  if (metadata) checkMetadata(metadata, report);
  const allowedTools = entries.find((entry) => entry.key === "allowed-tools");
  const tools = find("tools");
  for (const entry of entries)
    if (
      entry.key === "disable-model-invocation" ||
      entry.key === "user-invocable" ||
      entry.key === "background"
    )
      checkSwitch(entry, report);
  return {
    name,
    description,
    license: scalarText(license),
    compatibility: scalarText(compatibility),
    allowedTools: allowedTools ? readAllowedTools(allowedTools, options.text, report) : [],
    metadata: readMetadata(metadata),
    tools: tools ? parseTools(tools, report) : [],
  };
}

function readName(
  node: YamlNode | undefined,
  { text, mode, folderName, fence }: FieldOptions,
  report: Report,
): string | null {
  if (!node) {
    const fix = folderName && {
      title: `Add name: ${folderName}`,
      edits: [{ start: fence.end, end: fence.end, text: `\nname: ${folderName}` }],
    };
    report(
      "name-missing",
      fence.start,
      fence.end,
      "Missing required field in frontmatter: name",
      fix || undefined,
    );
    return null;
  }
  if (node.kind !== "text" || isEmpty(node.value)) {
    report("name-empty", node.start, node.end, "Field 'name' must be a non-empty string");
    return null;
  }
  checkName(node, text, report);
  if (isTyped(node))
    report("name-typed", node.start, node.end, sayTyped("the name", node.value), quoteFix(node));
  // The reference validator compares NFKC; what a version carries must be the name as it is written here.
  const name = mode === "strict" ? normalName(node.value) : node.value.trim().normalize("NFC");
  if (folderName !== undefined && folderName.normalize(mode === "strict" ? "NFKC" : "NFC") !== name)
    report(
      "name-mismatch",
      node.start,
      node.end,
      `Directory name '${folderName}' must match skill name '${name}'`,
      { title: `Rename to ${folderName}`, edits: [{ start: node.start, end: node.end, text: folderName }] },
    );
  return name;
}

function readDescription(
  node: YamlNode | undefined,
  { text, fence }: FieldOptions,
  report: Report,
): string | null {
  if (!node) {
    const fix = {
      title: "Add a description",
      edits: [{ start: fence.end, end: fence.end, text: "\ndescription: Does X. Use when Y." }],
    };
    report(
      "description-missing",
      fence.start,
      fence.end,
      "Missing required field in frontmatter: description",
      fix,
    );
    return null;
  }
  if (node.kind !== "text" || isEmpty(node.value)) {
    report("description-empty", node.start, node.end, "Field 'description' must be a non-empty string");
    return null;
  }
  checkDescription(node, text, report);
  if (isTyped(node))
    report(
      "description-typed",
      node.start,
      node.end,
      sayTyped("the description", node.value),
      quoteFix(node),
    );
  return node.value.trim();
}

/** Takes for a blank what the reference or JavaScript takes for one. */
const isEmpty = (text: string): boolean => trimBlanks(text) === "";

const scalarText = (node: YamlNode | undefined): string | null =>
  node?.kind === "text" && node.value.trim() !== "" ? node.value.trim() : null;

/** Text to text, as the specification has it: a list or map below a key becomes its JSON. */
function readMetadata(node: YamlNode | undefined): Record<string, string> {
  const metadata: Record<string, string> = Object.create(null);
  if (node?.kind !== "map") return metadata;
  for (const { key, value } of node.entries)
    metadata[key] = value.kind === "text" ? value.value : JSON.stringify(plain(value));
  return metadata;
}

/** JSON-able, null-prototype copy of a value. */
export function plain(node: YamlNode): unknown {
  if (node.kind === "text") return node.value;
  if (node.kind === "list") return node.items.map(plain);
  const object: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) object[key] = plain(value);
  return object;
}
