import { type ParameterType, parameterTypes, type SkillTool, type ToolParameter } from "../skill-tool";
import type { Report } from "./reporter";
import type { YamlEntry, YamlNode } from "./yaml-node";

const toolName = /^[a-z][a-z0-9_]*$/;

/** Reads `tools:`. Entries that cannot be a tool are reported and left out; the others still count. */
export function parseTools(node: YamlNode, report: Report): SkillTool[] {
  if (node.kind !== "list") {
    report(
      "tools-type",
      node.start,
      node.end,
      "tools must be a list of tools, each with name and description.",
    );
    return [];
  }
  const tools: SkillTool[] = [];
  for (const item of node.items) {
    const tool = parseTool(item, report);
    if (!tool) continue;
    if (tools.some((other) => other.name === tool.name))
      report("tool-duplicate", item.start, item.end, `There is a tool named '${tool.name}' already.`);
    else tools.push(tool);
  }
  return tools;
}

function parseTool(item: YamlNode, report: Report): SkillTool | null {
  if (item.kind !== "map") {
    report("tools-type", item.start, item.end, "A tool needs name: and description:.");
    return null;
  }
  const name = field(item.entries, "name");
  if (name?.value.kind !== "text" || name.value.value.trim() === "") {
    report("tool-name", item.start, item.end, "The tool has no name.");
    return null;
  }
  const value = name.value.value.trim();
  if (!toolName.test(value)) {
    const mended = snakeCase(value);
    const { start, end } = name.value;
    const fix = { title: `Rename to ${mended}`, edits: [{ start, end, text: mended }] };
    const message = `The tool's name '${value}' must be snake_case (a-z, 0-9, _).`;
    report("tool-name", start, end, message, toolName.test(mended) ? fix : undefined);
    if (!/^[A-Za-z0-9_.-]+$/.test(value)) return null;
  }
  const description = entryText(item.entries, "description");
  if (description === "")
    report("tool-description", item.start, item.end, `The tool '${value}' has no description.`);
  const parameters = field(item.entries, "parameters");
  return { name: value, description, parameters: parameters ? parseParameters(parameters, report) : [] };
}

function parseParameters(entry: YamlEntry, report: Report): ToolParameter[] {
  const node = entry.value;
  if (node.kind === "text" && node.value === "") return [];
  if (node.kind !== "map") {
    report(
      "tool-parameters",
      node.start,
      node.end,
      "parameters must be a map from name to type and description.",
    );
    return [];
  }
  const properties = field(node.entries, "properties");
  if (properties?.value.kind === "map" && entryText(node.entries, "type") === "object") {
    const required = listOf(node.entries, "required");
    return properties.value.entries.map((property) => parseParameter(property, report, required));
  }
  return node.entries.map((parameter) => parseParameter(parameter, report, []));
}

function parseParameter(entry: YamlEntry, report: Report, required: readonly string[]): ToolParameter {
  const { value } = entry;
  if (value.kind === "text")
    return {
      name: entry.key,
      type: parseType(value.value, value, report),
      description: "",
      required: required.includes(entry.key),
    };
  if (value.kind === "list") {
    report("tool-parameters", value.start, value.end, `The parameter '${entry.key}' must say its type.`);
    return { name: entry.key, type: "string", description: "", required: required.includes(entry.key) };
  }
  const type = field(value.entries, "type");
  const items = field(value.entries, "items");
  const choices = listOf(value.entries, "enum");
  const itemType = items?.value.kind === "map" ? field(items.value.entries, "type") : items;
  return {
    name: entry.key,
    type: type?.value.kind === "text" ? parseType(type.value.value, type.value, report) : "string",
    description: entryText(value.entries, "description"),
    required:
      required.includes(entry.key) || /^(?:true|yes|on|1)$/i.test(entryText(value.entries, "required")),
    ...(choices.length > 0 && { enum: choices }),
    ...(itemType?.value.kind === "text" && {
      items: parseType(itemType.value.value, itemType.value, report),
    }),
  };
}

function parseType(text: string, node: YamlNode, report: Report): ParameterType {
  const type = parameterTypes.find((known) => known === text.trim());
  if (type) return type;
  report(
    "tool-parameters",
    node.start,
    node.end,
    `'${text}' is no type; use one of ${parameterTypes.join(", ")}.`,
  );
  return "string";
}

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

const field = (entries: readonly YamlEntry[], key: string): YamlEntry | undefined =>
  entries.find((entry) => entry.key === key);

function entryText(entries: readonly YamlEntry[], key: string): string {
  const node = field(entries, key)?.value;
  return node?.kind === "text" ? node.value.trim() : "";
}

function listOf(entries: readonly YamlEntry[], key: string): string[] {
  const node = field(entries, key)?.value;
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) => (item.kind === "text" ? [item.value] : []));
}
