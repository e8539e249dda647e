import type { HostLoad, HostPackage, LeaveOutRule } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { baseName, endingOf, type FileSize, looksBinary, sortFiles } from "../internal/host-files";
import { pythonString } from "../internal/python-value";
import { type HostMap, readHostYaml, sayKind } from "../internal/read-host-yaml";
import { readSkillFile } from "../internal/skill-file";

const scriptEndings = new Set([".py", ".sh", ".bash", ".zsh", ".fish", ".ps1", ".bat", ".cmd"]);

/**
 * pydantic-ai-skills 1.3.0, which Lightspeed uses
 * (https://github.com/DougTrajano/pydantic-ai-skills/tree/b12239abc257f396d627e68b7bf51e2a1623d2fc/pydantic_ai_skills:
 * _parsing.py, types.py, directory.py), as Lightspeed has it, without validation: PyYAML; a name may be anything, without
 * one the folder's is taken, and a description or the whole frontmatter may be missing.
 * Scripts are files of eight endings in the root and directly in `scripts`; all other text files are resources.
 * Whether a file without such an ending may be executed is not kept here, so none is taken for a script.
 */
export function loadInLightspeed(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg, { strict: true });
  if (!file.ok) return file.refusal;
  const source = splitMatter(file.text);
  let entries: HostMap["entries"] = new Map();
  if (source !== null && source.trim() !== "") {
    const blankLines = /^\s*/.exec(source)?.[0].split("\n").length ?? 1;
    const yaml = readHostYaml(source.trim(), "pyyaml", 1 + blankLines);
    if (!yaml.ok) return refuseLoad(yaml.failure.rule, yaml.failure.message, yaml.failure);
    if (yaml.value.kind !== "map")
      return refuseLoad("not-a-mapping", `The frontmatter is ${sayKind(yaml.value)} and no mapping.`, {
        line: 1,
      });
    entries = yaml.value.entries;
  }
  const name = pythonString(entries.get("name")) || pkg.folder;
  const description = entries.get("description");
  const files = sortFiles(pkg.files, file.path, { leaveOut, isScript });
  return {
    state: "loaded",
    name,
    description: isFalse(description) ? "" : pythonString(description),
    ...files,
  };
}

/** `str(value or '')`. */
const isFalse = (value: ReturnType<HostMap["entries"]["get"]>): boolean =>
  value !== undefined &&
  ["False", "0", "0.0", "[]", "{}"].includes(pythonString(value)) &&
  value.kind !== "text";

/** Lines are split at LF alone; fences may have blanks behind them. */
function splitMatter(text: string): string | null {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  if (lines[0]?.trimEnd() !== "---") return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  return close < 0 ? null : lines.slice(1, close).join("\n");
}

function isScript(path: string): boolean {
  if (baseName(path) === "__init__.py" || baseName(path) === "SKILL.md") return false;
  return /^(?:scripts\/)?[^/]+$/.test(path) && scriptEndings.has(endingOf(path));
}

function leaveOut({ path }: FileSize): LeaveOutRule | null {
  if (isScript(path)) return null;
  const parts = path.split("/");
  if (baseName(path).toUpperCase() === "SKILL.MD" || parts.some(isExcluded)) return "excluded-name";
  return looksBinary(path) ? "not-text" : null;
}

const isExcluded = (part: string): boolean =>
  ["__pycache__", ".DS_Store", ".git"].includes(part) || /\.py[co]$/.test(part);
