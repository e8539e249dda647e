import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { bytesOf, textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { type HeldFile, heldFile, manifestOf } from "./blobs";
import type { LoadBytes, ManifestFile } from "./describe-package";

/**
 * The same package under another name: `name:` in its SKILL.md is set, no other byte changes. A SKILL.md that
 * cannot be read stays as it is; validation says so.
 */
export async function renamePackage(
  name: string,
  files: readonly ManifestFile[],
  load: LoadBytes,
): Promise<{ files: ManifestFile[]; written: HeldFile[] }> {
  const unchanged = { files: [...files], written: [] };
  const skillPath = findSkillFile(files.map(({ path }) => path));
  const skillFile = files.find(({ path }) => path === skillPath);
  if (!skillFile) return unchanged;
  const bytes = (await load([skillFile.sha256])).get(skillFile.sha256);
  const text = bytes ? textOf(bytes) : null;
  if (text === null) return unchanged;
  const bytesThen = bytesOf(setFrontmatterField(text, "name", name));
  const mended = heldFile({ ...skillFile, bytes: bytesThen });
  const [renamed = skillFile] = manifestOf([mended]);
  return {
    files: files.map((file) => (file === skillFile ? renamed : file)),
    written: [mended],
  };
}
