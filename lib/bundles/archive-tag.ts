import { sha256 } from "@/lib/platform/crypto";
import { compareUtf8 } from "@/lib/skills/digest";
import type { FileBytes } from "./package-bytes";

/** Tells archives of a package from each other: its digest, and where files are executable, which files they are. */
export function archiveTag(digest: string, files: readonly Omit<FileBytes, "bytes">[]): string {
  const runnable = files.filter(({ executable }) => executable).map(({ path }) => path);
  return runnable.length === 0 ? digest : sha256([digest, ...runnable.sort(compareUtf8)].join("\n"));
}
