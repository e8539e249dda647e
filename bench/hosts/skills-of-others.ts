import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Difference } from "@/lib/hosts/compare-shapes";
import { parseSkill } from "@/lib/skills/parse-skill";

/** What folders hold beside the skills themselves, that some hosts make more of. */
export type Others = {
  /** Names of skills that lie in the folders of others. */
  nested: readonly string[];
  /** Names of skills whose folders hold the manifest of a plugin too. */
  plugins: readonly string[];
};

const manifests = [".claude-plugin", ".codex-plugin"].map((folder) => join(folder, "plugin.json"));

/** `folder` has one folder a skill, each called as the skill is. */
export function findOthers(folder: string): Others {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const nested = files.filter((file) => file.split(sep).length > 2);
  const hasManifest = (name: string) => manifests.some((path) => existsSync(join(folder, name, path)));
  return {
    nested: nested.map((file) => nameOf(join(folder, file))),
    plugins: readdirSync(folder).filter(hasManifest),
  };
}

function nameOf(file: string): string {
  const { name, nameSource } = parseSkill(readFileSync(file, "utf8"), { mode: "lenient" });
  return nameSource === "frontmatter" && name !== null ? name : basename(dirname(file));
}

/** Why a host tells of more skills, or of one by another name; null for any other difference. */
export function whyOthers({ where, host, dialect }: Difference, { nested, plugins }: Others): string | null {
  const [, place, name = ""] = /^(tools\.|catalogue\.entries )(\S+)$/.exec(where) ?? [];
  const isMore = dialect === "nothing" && nested.includes(name);
  if (isMore || (nested.length > 0 && /^answers\[\d+\] list_skills /.test(where)))
    return "A SKILL.md below another skill's is a skill of its own there; here it is a file of that other one.";
  if (place !== "tools." && host === "nothing" && plugins.includes(name))
    return "A skill whose folder holds a plugin's manifest is called plugin:skill there.";
  return null;
}
