import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";

/** A copy in which each skill lies in a folder of its name, as the hosts call it and as skills are exported from here. */
export async function withNamedFolders<T>(folder: string, use: (named: string) => Promise<T>): Promise<T> {
  const named = mkdtempSync(join(tmpdir(), "named-skills-"));
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const place = join(folder, entry.name);
      cpSync(place, join(named, nameOf(place) ?? entry.name), { recursive: true });
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
  return nameSource === "frontmatter" && /^[a-z0-9][a-z0-9-]*$/.test(name) ? name : null;
}
