import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { SkillDirectories } from "@/lib/platform/configuration";

/** Writes files below a folder; folders on the way are made. */
export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A folder of this test alone, gone after it. Readable by every account, as somebody's skills are. */
export function aFolder(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "greenroom-folder-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

/** Folders as the configuration names them, of the first workspace unless said otherwise. */
export const configuredFolders = (
  paths: readonly string[],
  overrides: Partial<SkillDirectories> = {},
): SkillDirectories => ({
  folders: paths.map((one) => ({ path: one, include: [], exclude: [] })),
  workspace: null,
  strict: false,
  source: "test",
  place: "test",
  ...overrides,
});
