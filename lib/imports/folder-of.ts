import { checkPackagePath } from "@/lib/skills/package-path";

/** The last folder of a path, where it is another name than the skill's and can be a folder's anywhere; else null. */
export function folderOf(path: string, name: string): string | null {
  const folder = path.slice(path.lastIndexOf("/") + 1);
  if (folder === "" || folder === name) return null;
  const checked = checkPackagePath(folder);
  return checked.ok && checked.value === folder ? folder : null;
}
