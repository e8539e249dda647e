import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { readMetadata, type SkillMetadata } from "@/lib/skills/read-metadata";

/** Holds the whole frontmatter of 99.9 % of published skills. */
const headBytes = 4096;
const buffer = Buffer.allocUnsafe(headBytes);

/** What cannot be avoided: list the folder, open each SKILL.md, read its first 4 KB. Answers the bytes read. */
export function floor(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const file = openSync(`${folder}/${name}/SKILL.md`, "r");
    bytes += readSync(file, buffer, 0, headBytes, 0);
    closeSync(file);
  }
  return bytes;
}

/** The same with name and description of each. */
export function discover(folder: string): SkillMetadata[] {
  const found: SkillMetadata[] = [];
  for (const name of readdirSync(folder)) {
    const path = `${folder}/${name}/SKILL.md`;
    const file = openSync(path, "r");
    const size = readSync(file, buffer, 0, headBytes, 0);
    closeSync(file);
    const head = buffer.toString("utf8", 0, size);
    const metadata =
      readMetadata(head, { folderName: name, complete: size < headBytes }) ??
      (size < headBytes
        ? null
        : readMetadata(readFileSync(path, "utf8"), { folderName: name, complete: true }));
    if (metadata) found.push(metadata);
  }
  return found;
}
