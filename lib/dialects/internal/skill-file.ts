import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

export type SkillFileText = { ok: true; path: string; text: string } | { ok: false; refusal: HostLoad };

/**
 * Finds and decodes a package's SKILL.md. `names`: the spellings that the host takes, first one first. `strict`: the
 * host stops at bytes that are no UTF-8, where others put a replacement character.
 */
export function readSkillFile(
  pkg: HostPackage,
  { names = ["SKILL.md"], strict: isStrict = false }: { names?: readonly string[]; strict?: boolean } = {},
): SkillFileText {
  const path = names.find((name) => pkg.files.some((file) => file.path === name));
  const bytes = path === undefined ? null : pkg.read(path);
  if (path === undefined || bytes === null) {
    const other = pkg.files.find((file) => /^skill\.md$/i.test(file.path))?.path;
    const message =
      other === undefined
        ? "There is no SKILL.md."
        : `The host looks for SKILL.md, and the file is called ${other}.`;
    return { ok: false, refusal: refuseLoad("no-skill-file", message, { file: other ?? "SKILL.md" }) };
  }
  try {
    return { ok: true, path, text: (isStrict ? strict : lossy).decode(bytes) };
  } catch {
    const message = "SKILL.md is not UTF-8, and the host stops at it.";
    return { ok: false, refusal: refuseLoad("not-utf-8", message, { file: path }) };
  }
}

/** Finds a spelling whatever the case, for hosts that do not mind. */
export const anyCaseNames = ({ files }: HostPackage): string[] =>
  files.flatMap(({ path }) => (/^skill\.md$/i.test(path) ? [path] : [])).sort();

/** The 1-based line that an offset is on. */
export const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;
