import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { skillTextPieces } from "@/lib/hosts/skill-text-pieces";
import { loadSkills } from "@/lib/runtime/load-skills";
import type { SkillSource } from "@/lib/runtime/ports";
import { restrictionsOf, type SessionSkill } from "@/lib/runtime/session-setup";
import { readInvocation } from "@/lib/skills/invocation";
import { parseSkill } from "@/lib/skills/parse-skill";

export type SkillFolder = {
  skills: SessionSkill[];
  source: SkillSource;
  /** Pieces of what the skills say themselves: a line that holds one is no host's. */
  skillTextPieces: string[];
};

/**
 * A folder with one folder a skill, as a session reads it. `readsFlags`: the host knows who may call a skill. Which of
 * them a host loads, and as what, is its loader's to say (`loadSkills`).
 */
export function readSkillFolder(folder: string, readsFlags = false): SkillFolder {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const files = new Map(names.map((name) => [name, listFiles(join(folder, name))]));
  const skills = [...files]
    .filter(([, paths]) => paths.includes("SKILL.md"))
    .map(([name], index) => toSkill(join(folder, name, "SKILL.md"), { name, number: index + 1, readsFlags }));
  const read = (name: string, path: string): Uint8Array | null =>
    files.get(name)?.includes(path) ? readFileSync(join(folder, name, path)) : null;
  return {
    skills,
    source: {
      listFiles: async ({ name }) => (files.get(name) ?? []).map((path) => ({ path, size: 0 })),
      readFile: async ({ name }, path) => read(name, path),
      isInLibrary: async () => false,
    },
    skillTextPieces: skillTextPieces(
      [...files].flatMap(([name, paths]) => paths.map((path) => read(name, path))),
    ),
  };
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

type Numbered = { name: string; number: number; readsFlags: boolean };

/** The skills of a folder that a host's own loader takes, as what it takes them for, and the names of those that it refuses. */
export async function takeLoaded<Folder extends SkillFolder>(
  host: Parameters<typeof loadingHost>[0],
  folder: Folder,
): Promise<Folder & { refused: string[] }> {
  const { skills, refused } = await loadSkills({ host: loadingHost(host), ...folder }, folder.skills);
  return { ...folder, skills, refused: refused.map(({ name }) => name) };
}

function toSkill(path: string, { name, number, readsFlags }: Numbered): SessionSkill {
  const text = readFileSync(path, "utf8");
  const { description, frontmatter } = parseSkill(text, { mode: "lenient", folderName: basename(name) });
  const whenToUse = frontmatter.get("when_to_use");
  return {
    ref: {
      skillId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
      name,
      version: 1,
      draftRevision: null,
      digest: String(number).padStart(64, "0"),
      source: "assignment",
      ...(readsFlags ? restrictionsOf(readInvocation(frontmatter)) : {}),
    },
    description,
    ...(typeof whenToUse === "string" ? { whenToUse } : {}),
    priority: 1,
  };
}
