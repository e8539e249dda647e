import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { baseName, endingOf, sortFiles } from "../internal/host-files";
import { type HostMap, isText, readHostYaml, sayKind } from "../internal/read-host-yaml";
import { anyCaseNames, readSkillFile } from "../internal/skill-file";

const scriptEndings = new Set([".py", ".sh", ".js", ".rb", ".pl", ".bat", ".cmd", ".ps1"]);
const passedOver = new Set(["__pycache__", "node_modules", ".venv", "venv"]);
/** Folders below `scripts` that are looked into. */
const scriptDepth = 5;

/**
 * skillkit 0.4.0 (https://github.com/maxvaega/skillkit/tree/2a30ae54cf1a5d1d37973a96e614de055c307690/src/skillkit/core:
 * discovery.py, parser.py, scripts.py): PyYAML, name and description text that is not blank, SKILL.md in any case, a
 * byte order mark allowed. Scripts are files of eight endings in the root and anywhere below `scripts`.
 */
export function loadInSkillkit(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg, { names: anyCaseNames(pkg), strict: true });
  if (!file.ok) return file.refusal;
  const place = { file: file.path, line: 1 };
  const text = file.text.replace(/^\ufeff/, "");
  const source = splitMatter(text);
  if (source === null)
    return refuseLoad("no-frontmatter", "The host finds no frontmatter between lines ---.", place);
  const yaml = readHostYaml(source, "pyyaml");
  if (!yaml.ok) return refuseLoad(yaml.failure.rule, yaml.failure.message, { ...place, ...yaml.failure });
  if (yaml.value.kind !== "map")
    return refuseLoad("not-a-mapping", `The frontmatter is ${sayKind(yaml.value)} and no mapping.`, place);
  const { entries } = yaml.value;
  const name = requiredText(entries, "name", place);
  if (!name.ok) return name.refusal;
  const description = requiredText(entries, "description", place);
  if (!description.ok) return description.refusal;
  const files = sortFiles(pkg.files, file.path, { isScript });
  return { state: "loaded", name: name.text, description: description.text, ...files };
}

/**
 * All between `---` at the very start and the next line that begins with it, as `^---[\r\n]+(.*?)[\r\n]+---` finds it.
 * One pass: with many empty lines that pattern takes time in the third power of their number.
 */
function splitMatter(text: string): string | null {
  if (!text.startsWith("---")) return null;
  let begin = 3;
  while (isBreak(text[begin])) begin += 1;
  if (begin === 3) return null;
  const fence = /[\r\n]---/g;
  fence.lastIndex = begin;
  let end = fence.exec(text)?.index ?? -1;
  if (end < 0) return begin > 4 && text.startsWith("---", begin) ? "" : null;
  while (end > begin && isBreak(text[end - 1])) end -= 1;
  return text.slice(begin, end);
}

const isBreak = (sign: string | undefined): boolean => sign === "\n" || sign === "\r";

type Required = { ok: true; text: string } | { ok: false; refusal: HostLoad };

function requiredText(
  entries: HostMap["entries"],
  key: "name" | "description",
  place: { file: string; line: number },
): Required {
  const value = entries.get(key);
  const at = { file: place.file, line: value?.line ?? place.line };
  if (value === undefined)
    return { ok: false, refusal: refuseLoad(`${key}-missing`, `There is no \`${key}\`.`, at) };
  if (!isText(value))
    return {
      ok: false,
      refusal: refuseLoad(`${key}-type`, `\`${key}\` is ${sayKind(value)} and not text.`, at),
    };
  const text = value.text.trim();
  return text === ""
    ? { ok: false, refusal: refuseLoad(`${key}-missing`, `\`${key}\` is blank.`, at) }
    : { ok: true, text };
}

function isScript(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  if (baseName(path).startsWith(".") || !scriptEndings.has(endingOf(path))) return false;
  if (folders.length === 0) return true;
  return (
    folders[0] === "scripts" &&
    folders.length <= scriptDepth &&
    !folders.some((folder) => folder.startsWith(".") || passedOver.has(folder))
  );
}
