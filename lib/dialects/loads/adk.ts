import type { HostLoad, HostPackage, LeaveOutRule } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { type FileSize, looksBinary, sortFiles } from "../internal/host-files";
import { type HostMap, type HostValue, isText, readHostYaml, sayKind } from "../internal/read-host-yaml";
import { resolveScalar } from "../internal/resolve-scalar";
import { lineOf, readSkillFile } from "../internal/skill-file";

const nameForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const folders = /^(?:references|assets|scripts)\//;

/**
 * ADK for Python 2.5.0 (https://github.com/google/adk-python/tree/main/src/google/adk/skills: _utils.py, models.py):
 * the text is split at the first two `---` anywhere, PyYAML reads between them, and pydantic holds the fields to their
 * types and lengths; a skill that fails stops the program. Only text files in three folders are loaded.
 */
export const loadInAdk2 = (pkg: HostPackage): HostLoad => load(pkg, { holdsState: true });

/** Releases before 2 ask for no type of `adk_inject_state`, which they do not know; all else is the same. */
export const loadInAdk1 = (pkg: HostPackage): HostLoad => load(pkg, { holdsState: false });

type Release = { holdsState: boolean };

function load(pkg: HostPackage, release: Release): HostLoad {
  const file = readSkillFile(pkg, { names: ["SKILL.md", "skill.md"], strict: true });
  if (!file.ok) return file.refusal;
  const at = (line: number) => ({ file: file.path, line });
  // Python's text files have LF alone.
  const text = file.text.replace(/\r\n?/g, "\n");
  if (!text.startsWith("---"))
    return refuseLoad("no-frontmatter", "SKILL.md does not begin with ---.", at(1));
  const close = text.indexOf("---", 3);
  if (close < 0) return refuseLoad("unclosed-frontmatter", "There is no second ---.", at(1));
  const yaml = readHostYaml(text.slice(3, close), "pyyaml", 1);
  const splits = lineOf(text, close);
  if (!yaml.ok) {
    const isCut = text.slice(0, close).split("\n").at(-1)?.trim() !== "";
    const why = isCut
      ? `${yaml.failure.message} The host ends the frontmatter at --- on line ${splits}.`
      : yaml.failure.message;
    return refuseLoad(yaml.failure.rule, why, at(yaml.failure.line));
  }
  if (yaml.value.kind !== "map")
    return refuseLoad("not-a-mapping", `The frontmatter is ${sayKind(yaml.value)} and no mapping.`, at(1));
  const { entries } = yaml.value;
  const refusal = checkFields(entries, pkg.folder, at, release);
  if (refusal) return refusal;
  const files = sortFiles(pkg.files, file.path, {
    leaveOut,
    isScript: (path) => path.startsWith("scripts/"),
  });
  return {
    state: "loaded",
    name: textOf(entries, "name"),
    description: textOf(entries, "description"),
    ...files,
  };
}

type Fields = HostMap["entries"];
type At = (line: number) => { file: string; line: number };

const textOf = (entries: Fields, key: string): string => {
  const value = entries.get(key);
  return value && isText(value) ? value.text : "";
};

const lengthOf = (text: string): number => [...text].length;

function checkFields(entries: Fields, folder: string, at: At, release: Release): HostLoad | null {
  return (
    checkName(entries, at) ??
    checkDescription(entries, at) ??
    checkOthers(entries, at) ??
    checkMetadata(entries.get("metadata"), at, release) ??
    checkFolder(entries, folder, at)
  );
}

function checkName(entries: Fields, at: At): HostLoad | null {
  const value = entries.get("name");
  if (value === undefined) return refuseLoad("name-missing", "There is no `name`.", at(1));
  if (!isText(value))
    return refuseLoad("name-type", `\`name\` is ${sayKind(value)} and not text.`, at(value.line));
  const name = value.text.normalize("NFKC");
  if (lengthOf(name) > 64)
    return refuseLoad(
      "name-length",
      `The name has ${lengthOf(name)} characters; the host takes 64.`,
      at(value.line),
    );
  return nameForm.test(name)
    ? null
    : refuseLoad(
        "name-form",
        `The name \`${name}\` is not lower-case letters, digits and single hyphens.`,
        at(value.line),
      );
}

function checkDescription(entries: Fields, at: At): HostLoad | null {
  const value = entries.get("description");
  if (value === undefined) return refuseLoad("description-missing", "There is no `description`.", at(1));
  if (!isText(value))
    return refuseLoad(
      "description-type",
      `\`description\` is ${sayKind(value)} and not text.`,
      at(value.line),
    );
  if (value.text === "") return refuseLoad("description-missing", "`description` is empty.", at(value.line));
  const length = lengthOf(value.text);
  return length <= 1024
    ? null
    : refuseLoad(
        "description-length",
        `The description has ${length} characters; the host takes 1024.`,
        at(value.line),
      );
}

function checkOthers(entries: Fields, at: At): HostLoad | null {
  for (const key of ["license", "compatibility", "allowed-tools", "allowed_tools"]) {
    const value = entries.get(key);
    if (value === undefined || value.kind === "null") continue;
    if (!isText(value))
      return refuseLoad(
        "field-type",
        `\`${key}\` is ${sayKind(value)}; the host takes text.`,
        at(value.line),
      );
    if (key === "compatibility" && lengthOf(value.text) > 500)
      return refuseLoad("field-length", "`compatibility` has more than 500 characters.", at(value.line));
  }
  return null;
}

function checkMetadata(metadata: HostValue | undefined, at: At, { holdsState }: Release): HostLoad | null {
  if (metadata === undefined) return null;
  if (metadata.kind !== "map")
    return refuseLoad(
      "field-type",
      `\`metadata\` is ${sayKind(metadata)} and no mapping.`,
      at(metadata.line),
    );
  for (const [key, value] of metadata.entries)
    if (!["text", "merge"].includes(resolveScalar(key, "pyyaml")))
      return refuseLoad("field-type", `The key \`${key}\` of \`metadata\` is not text.`, at(value.line));
  const tools = metadata.entries.get("adk_additional_tools");
  if (tools && tools.kind !== "list")
    return refuseLoad("field-type", "`adk_additional_tools` is no list.", at(tools.line));
  const inject = metadata.entries.get("adk_inject_state");
  if (holdsState && inject && inject.kind !== "boolean")
    return refuseLoad("field-type", "`adk_inject_state` is neither true nor false.", at(inject.line));
  return null;
}

function checkFolder(entries: Fields, folder: string, at: At): HostLoad | null {
  const name = textOf(entries, "name").normalize("NFKC");
  return name === folder
    ? null
    : refuseLoad(
        "name-folder",
        `The skill is called \`${name}\` and its folder \`${folder}\`.`,
        at(entries.get("name")?.line ?? 1),
      );
}

function leaveOut({ path }: FileSize): LeaveOutRule | null {
  if (!folders.test(path)) return "other-folder";
  if (path.split("/").includes("__pycache__")) return "excluded-name";
  return looksBinary(path) ? "not-text" : null;
}
