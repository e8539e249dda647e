import { textOf } from "@/lib/skills/file-text";
import { findSkillFile, skillFileName } from "@/lib/skills/find-skill-file";
import { type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import type { TargetFile } from "./target-plan";

/** The document of a package that is on its way out. */
export type SkillDocument = { file: TargetFile; text: string; skill: ParsedSkill };

/** Null where there is no SKILL.md that is UTF-8. */
export function readDocument(files: readonly TargetFile[], folder: string): SkillDocument | null {
  const path = findSkillFile(files.map((file) => file.path));
  const file = files.find((one) => one.path === path);
  const text = file ? textOf(file.bytes) : null;
  if (!file || text === null) return null;
  return { file, text, skill: parseSkill(text, { mode: "lenient", folderName: folder, path: file.path }) };
}

/** The package with this text as its SKILL.md, under the name that every host looks for. */
export const withDocument = (files: readonly TargetFile[], file: TargetFile, text: string): TargetFile[] =>
  files.map((one) =>
    one === file ? { ...one, path: skillFileName, bytes: new TextEncoder().encode(text) } : one,
  );

/** The 1-based line of a field of the frontmatter; 1 where it stands on no line of its own. */
export function lineOfField(text: string, key: string): number {
  const lines = text.split(/\r\n?|\n/);
  const at = lines.findIndex((line) => line.replace(/^["']/, "").startsWith(key) && line.includes(":"));
  return at < 0 ? 1 : at + 1;
}
