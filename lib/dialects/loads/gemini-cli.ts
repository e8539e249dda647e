import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { sortFiles } from "../internal/host-files";
import { isText, readHostYaml } from "../internal/read-host-yaml";
import { restOfLine } from "../internal/rest-of-line";
import { readSkillFile } from "../internal/skill-file";

/**
 * Gemini CLI 0.61.0
 * (https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/skills/skillLoader.ts): js-yaml, and where
 * that gives no two texts, a reader of lines, for which `name:` and `description:` count at any depth and indented
 * lines go on. Signs that no file may have in its name become hyphens in a skill's.
 */
export function loadInGeminiCli(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg);
  if (!file.ok) return file.refusal;
  const match = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?/.exec(file.text);
  if (!match)
    return refuseLoad(
      "no-frontmatter",
      "The host finds no frontmatter between two lines that begin with ---.",
      {
        line: 1,
      },
    );
  const source = match[1] ?? "";
  const found = readTyped(source) ?? readLines(source);
  if (found.name === undefined || found.description === undefined) {
    const missing = found.name === undefined ? "name" : "description";
    return refuseLoad(`${missing}-missing`, `There is no \`${missing}\`.`, { line: 1 });
  }
  return {
    state: "loaded",
    name: found.name.replace(/[:\\/<>*?"|]/g, "-"),
    description: found.description,
    ...sortFiles(pkg.files, file.path),
  };
}

type Found = { name?: string; description?: string };

function readTyped(source: string): Found | null {
  const yaml = readHostYaml(source, "js-yaml");
  if (!yaml.ok || yaml.value.kind !== "map") return null;
  const name = yaml.value.entries.get("name");
  const description = yaml.value.entries.get("description");
  if (!name || !description || !isText(name) || !isText(description)) return null;
  return { name: name.text, description: description.text };
}

function readLines(source: string): Found {
  const lines = source.split(/\r?\n/);
  const found: Found = {};
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [before = "", key] = /^\s*(name|description):/.exec(line) ?? [];
    const value = key === undefined ? null : restOfLine(line, before.length);
    if (value === null) continue;
    if (key === "name") {
      found.name = value.trim();
      continue;
    }
    const parts = [value.trim()];
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) parts.push((lines[++at] ?? "").trim());
    found.description = parts.filter(Boolean).join(" ");
  }
  return found;
}
