import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { sortFiles } from "../internal/host-files";
import { type HostMap, type HostValue, isText, readHostYaml, sayKind } from "../internal/read-host-yaml";
import { readSkillFile } from "../internal/skill-file";

/**
 * Orion's loader as its design has it: gray-matter 4.0.3 (js-yaml 3) over `.skills/<folder>/SKILL.md`, then `name` and
 * `description` must be text, `tools` a list, and every tool have a name in snake_case. A skill that fails is skipped.
 */
export function loadInOrion(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg);
  if (!file.ok) return file.refusal;
  const matter = splitMatter(file.text);
  const yaml = matter === "" ? null : readHostYaml(matter, "js-yaml", 1);
  if (yaml && !yaml.ok) return refuseLoad(yaml.failure.rule, yaml.failure.message, yaml.failure);
  const root = yaml?.value;
  if (root && root.kind !== "map" && root.kind !== "null" && root.kind !== "list")
    return refuseLoad("not-a-mapping", "The frontmatter is no mapping of fields.", { line: 1 });
  const fields: HostMap["entries"] = root?.kind === "map" ? root.entries : new Map();
  for (const key of ["name", "description"] as const) {
    const value = fields.get(key);
    if (value === undefined || isEmpty(value))
      return matter === ""
        ? refuseLoad("no-frontmatter", "SKILL.md does not begin with frontmatter.", { line: 1 })
        : refuseLoad(`${key}-missing`, `There is no \`${key}\`.`, { line: value?.line ?? 1 });
    if (!isText(value))
      return refuseLoad(`${key}-type`, `\`${key}\` is ${sayKind(value)} and not text.`, { line: value.line });
  }
  const refusal = checkTools(fields.get("tools"));
  if (refusal) return refusal;
  const files = sortFiles(pkg.files, file.path, { leaveOut: () => "no-files" });
  return {
    state: "loaded",
    name: textAt(fields, "name"),
    description: textAt(fields, "description"),
    ...files,
  };
}

const textAt = (fields: HostMap["entries"], key: string): string => {
  const value = fields.get(key);
  return value && "text" in value ? value.text : "";
};

/** What JavaScript takes for nothing. */
const isEmpty = (value: HostValue): boolean =>
  value.kind === "null" ||
  ("text" in value &&
    (value.text === "" ||
      (value.kind === "boolean" && /^f/i.test(value.text)) ||
      (value.kind === "integer" && /^[-+]?0+$/.test(value.text))));

/** gray-matter: all between `---` at the very start and the next line that begins with it; a byte order mark is cut. */
function splitMatter(text: string): string {
  const content = text.replace(/^\ufeff/, "");
  if (!content.startsWith("---") || content.charAt(3) === "-") return "";
  const rest = content.slice(3);
  const language = /^[^\n]*/.exec(rest)?.[0].trim() ?? "";
  const from = language === "" ? rest : rest.slice(rest.indexOf(language) + language.length);
  const close = from.indexOf("\n---");
  const matter = close < 0 ? from : from.slice(0, close);
  return matter.split("\n").every(saysNothing) ? "" : matter;
}

/** A line that is blank or a comment; a `#` without one is neither. */
function saysNothing(line: string): boolean {
  const said = line.trimStart();
  return said === "" || (said.startsWith("#") && said.length > 1);
}

const toolName = /^[a-z][a-z0-9_]*$/;

function checkTools(tools: HostValue | undefined): HostLoad | null {
  if (tools === undefined || tools.kind === "null") return null;
  const { line } = tools;
  if (tools.kind !== "list")
    return refuseLoad("tools-type", `\`tools\` is ${sayKind(tools)} and no list.`, { line });
  for (const [index, tool] of tools.items.entries()) {
    const name = tool.kind === "map" ? tool.entries.get("name") : undefined;
    if (!name || !isText(name) || name.text === "")
      return refuseLoad("tool-name-missing", `Tool ${index + 1} has no name that is text.`, {
        line: tool.line,
      });
    if (!toolName.test(name.text))
      return refuseLoad("tool-name-form", `The tool \`${name.text}\` is not named in snake_case.`, {
        line: name.line,
      });
  }
  return null;
}
