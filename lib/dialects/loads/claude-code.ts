import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { sortFiles } from "../internal/host-files";
import { type HostValue, type HostYaml, readHostYaml } from "../internal/read-host-yaml";
import { restOfLine } from "../internal/rest-of-line";
import { readSkillFile } from "../internal/skill-file";

/**
 * Claude Code 2.1.330, as its catalogue showed it: every folder with a SKILL.md loads, under the folder's name. Without
 * a description that is text the first line of the body stands for it. The frontmatter ends at the next `---` anywhere,
 * and lines that are no YAML are read again with their values in quotes.
 */
export function loadInClaudeCode(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg);
  if (!file.ok) return file.refusal;
  const text = file.text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const match = /^---[ \t]*\n([\s\S]*?)---[ \t]*\n?/.exec(text);
  const fields = match ? readFields(match[1] ?? "") : new Map<string, HostValue>();
  const described = fields.get("description");
  const own = described && "text" in described && described.kind !== "null" ? described.text.trim() : "";
  return {
    state: "loaded",
    name: pkg.folder,
    description: own || firstLine(match ? text.slice(match[0].length) : text),
    ...sortFiles(pkg.files, file.path),
  };
}

function readFields(source: string): ReadonlyMap<string, HostValue> {
  const spaced = source.replace(/\t/g, "  ");
  const yaml = [spaced, quoteValues(spaced)]
    .map((text): HostYaml => readHostYaml(text, "libyaml"))
    .find(({ ok }) => ok);
  return yaml?.ok && yaml.value.kind === "map" ? yaml.value.entries : new Map();
}

const firstLine = (body: string): string => {
  const line =
    body
      .split("\n")
      .find((one) => one.trim() !== "")
      ?.trim() ?? "";
  return line.replace(/^#+\s+/, "") || "Skill";
};

/** Puts values of outermost lines in quotes that hold a sign with a meaning in YAML. */
const quoteValues = (source: string): string =>
  source
    .split("\n")
    .map((line) => {
      const key = /^[\w-]+(?=:\s)/.exec(line)?.[0] ?? "";
      const value = key === "" ? null : restOfLine(line, key.length + 1);
      if (!value) return line;
      const isQuoted = /^"[^"]*"$|^'[^']*'$/.test(value);
      const needs = /[{}[\]*&#!|>%@`]|: /.test(value);
      return isQuoted || !needs ? line : `${key}: '${value.trim().replaceAll("'", "''")}'`;
    })
    .join("\n");
