import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { baseName, sortFiles } from "../internal/host-files";
import { readSkillFile } from "../internal/skill-file";

const fileBytes = 100 * 1024;
const skillBytes = 500 * 1024;

type Field = { value: string | readonly string[]; line: number };

/**
 * SISU's skills middleware 3.0.0
 * (https://github.com/finger-gun/sisu/tree/f627c196397288c48e1d28e32451ceaa106d6dda/packages/middleware/skills/src):
 * its own reader takes every line `key: value`, nested ones too, so the last `name:` anywhere in the frontmatter wins
 * and a folded description is only its sign. Files over 100 KiB are left out, skills over 500 KiB refused.
 */
export function loadInSisu(pkg: HostPackage): HostLoad {
  const file = readSkillFile(pkg);
  if (!file.ok) return file.refusal;
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(file.text);
  if (!match)
    return refuseLoad(
      "no-frontmatter",
      "The host finds no frontmatter between two lines that are exactly ---.",
      {
        line: 1,
      },
    );
  const fields = readSimple(match[1] ?? "");
  const refusal = checkFields(fields);
  if (refusal) return refusal;
  const files = sortFiles(pkg.files, file.path, {
    leaveOut: ({ path, size }) =>
      baseName(path) === "SKILL.md" ? "excluded-name" : size > fileBytes ? "file-too-large" : null,
  });
  const left = new Set(files.leftOut.map(({ path }) => path));
  const total = pkg.files.reduce((sum, { path, size }) => (left.has(path) ? sum : sum + size), 0);
  if (total > skillBytes && files.files.length > 0)
    return refuseLoad(
      "skill-too-large",
      `Its files have ${total} bytes together; the host takes ${skillBytes}.`,
    );
  return {
    state: "loaded",
    name: textOf(fields, "name"),
    description: textOf(fields, "description"),
    ...files,
  };
}

const textOf = (fields: ReadonlyMap<string, Field>, key: string): string => {
  const value = fields.get(key)?.value;
  return typeof value === "string" ? value : "";
};

function checkFields(fields: ReadonlyMap<string, Field>): HostLoad | null {
  for (const key of ["name", "description"] as const) {
    const field = fields.get(key);
    if (!field)
      return refuseLoad(`${key}-missing`, `The host's reader finds no line \`${key}: ...\` with a value.`, {
        line: 1,
      });
    if (typeof field.value !== "string")
      return refuseLoad(`${key}-type`, `The host's reader takes \`${key}\` for a list.`, {
        line: field.line,
      });
  }
  for (const [key, isList] of [
    ["version", false],
    ["author", false],
    ["tags", true],
    ["requires", true],
  ] as const) {
    const field = fields.get(key);
    if (field && (typeof field.value !== "string") !== isList)
      return refuseLoad(
        "field-type",
        `The host wants \`${key}\` as ${isList ? "a list" : "text"} and reads ${isList ? "text" : "a list"}.`,
        { line: field.line },
      );
  }
  return null;
}

/** Lines of `key: value`, lists in brackets or below their key; quotes are cut off and nothing in them is unescaped. */
function readSimple(source: string): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  let open: { key: string; line: number; items: string[] } | null = null;
  const close = () => {
    if (open && open.items.length > 0) fields.set(open.key, { value: open.items, line: open.line });
  };
  for (const [index, raw] of source.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("-") && open) {
      open.items.push(line.replace(/^-\s*/, "").trim());
      continue;
    }
    if (open && open.items.length > 0) {
      close();
      open = null;
    }
    const colon = raw.indexOf(":");
    if (colon < 0) continue;
    const key = raw.slice(0, colon).trim();
    const value = raw.slice(colon + 1).trim();
    if (value === "") open = { key, line: index + 2, items: [] };
    else fields.set(key, { value: readValue(value), line: index + 2 });
  }
  close();
  return fields;
}

function readValue(value: string): Field["value"] {
  if (value.startsWith("[") && value.endsWith("]"))
    return value
      .slice(1, -1)
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  const quoted = ['"', "'"].some((mark) => value.startsWith(mark) && value.endsWith(mark));
  return quoted ? value.slice(1, -1) : value;
}
