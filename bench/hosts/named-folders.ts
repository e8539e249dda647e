import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { print } from "../print-text";

/**
 * A copy in which each skill lies in a folder of its name, as the hosts call it and as skills are exported from here. One
 * whose name is none by the specification is left out, with a message: it leaves the library under another.
 */
export async function withNamedFolders<T>(folder: string, use: (named: string) => Promise<T>): Promise<T> {
  const named = mkdtempSync(join(tmpdir(), "named-skills-"));
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const place = join(folder, entry.name);
      const name = nameOf(place) ?? entry.name;
      if (isName(name)) cpSync(place, join(named, name), { recursive: true });
      else print(`${entry.name}: left out. “${oneLine(name)}” is no name of a skill.`);
    }
    return await use(named);
  } finally {
    rmSync(named, { recursive: true, force: true });
  }
}

function nameOf(place: string): string | null {
  const file = findSkillFile(readdirSync(place));
  if (file === null) return null;
  const { name, nameSource } = parseSkill(readFileSync(join(place, file), "utf8"), { mode: "lenient" });
  return nameSource === "frontmatter" ? name : null;
}

const isName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]*$/.test(name);
const oneLine = (text: string): string => text.replace(/\s+/g, " ");
