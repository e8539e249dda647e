import { joinPath } from "./file-tree-model";

/**
 * Where a new file or folder goes: a name alone into the open folder; a path, with or without a leading slash, counts
 * from the package's root.
 */
export function placeNew(folder: string, typed: string): string {
  const path = typed.trim();
  if (path.startsWith("/")) return path.replace(/^\/+/, "");
  return path === "" || path.includes("/") ? path : joinPath(folder, path);
}
