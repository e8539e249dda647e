import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { sortFiles } from "../internal/host-files";
import { type HostValue, type HostYaml, readHostYaml, sayKind } from "../internal/read-host-yaml";
import { readSkillFile } from "../internal/skill-file";

/** Codex' own settings of a skill (https://developers.openai.com/codex/skills). */
export const codexSettingsFile = "agents/openai.yaml";

const known = new Set(["name", "description", "metadata"]);

/**
 * Codex 0.169.0, as its own list of skills answered
 * (https://github.com/openai/codex/blob/main/codex-rs/core-skills/src/loader.rs): serde_yaml, for which every scalar is
 * text where text is wanted; what fails is read again with plain values in quotes that hold a colon or begin like a
 * list. Without a name the folder's is taken; a name may have 64 characters, a description any number. Its own settings
 * beside SKILL.md may keep a skill from models.
 */
export function loadInCodex(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg, { strict: true });
  if (!file.ok) return file.refusal;
  const source = splitMatter(file.text);
  if (source === null)
    return refuseLoad("no-frontmatter", "The host finds no frontmatter between two lines that are ---.", {
      line: 1,
    });
  const first = readFields(source, pkg.folder);
  const second = first.ok ? first : readFields(quoteValues(source), pkg.folder);
  const read = second.ok ? second : first;
  if (!read.ok) return read.refusal;
  return {
    state: "loaded",
    name: read.name,
    description: read.description,
    ...sortFiles(pkg.files, file.path),
    ...(isKeptFromModels(pkg) ? { keptFromModels: true } : {}),
  };
}

/** Whether `policy.allow_implicit_invocation` is false in Codex' own settings; what it cannot read it ignores. */
function isKeptFromModels(pkg: HostPackage): boolean {
  const bytes = pkg.files.some(({ path }) => path === codexSettingsFile) ? pkg.read(codexSettingsFile) : null;
  const yaml = bytes && readHostYaml(new TextDecoder().decode(bytes), "js-yaml", 1);
  const policy = yaml?.ok && yaml.value.kind === "map" ? yaml.value.entries.get("policy") : undefined;
  const allows = policy?.kind === "map" ? policy.entries.get("allow_implicit_invocation") : undefined;
  return allows?.kind === "boolean" && allows.text.toLowerCase() === "false";
}

type Fields = { ok: true; name: string; description: string } | { ok: false; refusal: HostLoad };

function readFields(source: string, folder: string): Fields {
  const refuse = (...parts: Parameters<typeof refuseLoad>): Fields => ({
    ok: false,
    refusal: refuseLoad(...parts),
  });
  const yaml: HostYaml = readHostYaml(source, "libyaml");
  if (!yaml.ok) return refuse(yaml.failure.rule, yaml.failure.message, yaml.failure);
  const { value } = yaml;
  if (value.kind !== "map" && value.kind !== "null")
    return refuse("not-a-mapping", `The frontmatter is ${sayKind(value)} and no mapping.`, { line: 2 });
  const twice = yaml.again.find(({ key }) => known.has(key));
  if (twice) return refuse("duplicate-key", `\`${twice.key}\` stands there twice.`, { line: twice.line });
  const entries: ReadonlyMap<string, HostValue> = value.kind === "map" ? value.entries : new Map();
  const metadata = entries.get("metadata");
  if (metadata && metadata.kind !== "map" && metadata.kind !== "null")
    return refuse("field-type", `\`metadata\` is ${sayKind(metadata)} and no mapping.`, {
      line: metadata.line,
    });
  const short = metadata?.kind === "map" ? metadata.entries.get("short-description") : undefined;
  const fields = { name: entries.get("name"), description: entries.get("description"), short };
  for (const [key, field] of Object.entries(fields))
    if (field && (field.kind === "list" || field.kind === "map"))
      return key === "short"
        ? refuse("field-type", `\`short-description\` is ${sayKind(field)} and not text.`, {
            line: field.line,
          })
        : refuse(
            key === "name" ? "name-type" : "description-type",
            `\`${key}\` is ${sayKind(field)} and not text.`,
            {
              line: field.line,
            },
          );
  const name = oneLine(fields.name) || folder;
  const description = oneLine(fields.description);
  if ([...name].length > 64)
    return refuse("name-length", `The name has ${[...name].length} characters; the host takes 64.`, {
      line: fields.name?.line ?? 1,
    });
  if (description === "")
    return refuse("description-missing", "There is no `description`.", {
      line: fields.description?.line ?? 1,
    });
  return { ok: true, name, description };
}

const oneLine = (value: HostValue | undefined): string =>
  value && "text" in value && value.kind !== "null" ? value.text.split(/\s+/).filter(Boolean).join(" ") : "";

function splitMatter(text: string): string | null {
  const lines = text.split(/\r?\n/);
  // A byte order mark is a blank for JavaScript alone.
  if (lines[0]?.trim() !== "---" || text.startsWith("\ufeff")) return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return close <= 1 ? null : lines.slice(1, close).join("\n");
}

/** Cuts off what stands behind a `#` at the beginning or behind a blank; a comment goes to the end and over no break. */
function withoutComment(value: string): string {
  const lastBreak = Math.max(...["\r", "\u2028", "\u2029"].map((sign) => value.lastIndexOf(sign)));
  let at = value.indexOf("#", lastBreak + 1);
  while (at > 0 && !/\s/.test(value.charAt(at - 1))) at = value.indexOf("#", at + 1);
  return at < 0 ? value : value.slice(0, at);
}

/** Puts plain values in quotes that hold a colon and a blank, or begin with a sign that no plain value begins with. */
const quoteValues = (source: string): string =>
  source
    .split("\n")
    .map((line) => {
      const match = /^([^:]*):[ \t]+(\S.*)$/.exec(line);
      const [, key = "", whole = ""] = match ?? [];
      const value = withoutComment(whole).trim();
      const isClosed = /^\[[^\]]*\]$/.test(value);
      const needs = /: /.test(value) || (/^[[{@`]/.test(value) && !isClosed);
      return !match || /^["'|>]/.test(value) || !needs ? line : `${key}: '${value.replaceAll("'", "''")}'`;
    })
    .join("\n");
