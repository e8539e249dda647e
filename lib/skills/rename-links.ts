import { findLinks, resolveLink } from "./find-links";
import type { TextEdit } from "./skill-issue";
import { LineIndex } from "./text-position";

/** Files that move, from their old path to their new one. */
export type Moves = ReadonlyMap<string, string>;

/**
 * The edits that keep a document's links right when files of the package move. `documentPath` is where the document
 * was before; it may be among those that move. `paths` are all paths from before: only links that led to a file count.
 */
export function renameLinks(
  text: string,
  documentPath: string,
  moves: Moves,
  paths: ReadonlySet<string>,
): TextEdit[] {
  const lines = new LineIndex(text);
  const newDocument = moves.get(documentPath) ?? documentPath;
  return findLinks(text).flatMap((link): TextEdit[] => {
    const target = resolveLink(documentPath, link.target);
    if (target === null || !paths.has(target)) return [];
    const newTarget = moves.get(target) ?? target;
    if (newTarget === target && newDocument === documentPath) return [];
    const written =
      (link.target.startsWith("./") ? "./" : "") + relativePath(newDocument, newTarget, link.certain);
    return written === text.slice(link.start, link.end)
      ? []
      : [{ range: lines.rangeOf(link.start, link.end), text: written }];
  });
}

/** `to` as written in the document at `from`; characters that end a Markdown link are percent-encoded. */
function relativePath(from: string, to: string, encode: boolean): string {
  const base = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < base.length && base[shared] === target[shared]) shared++;
  const path = [...base.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
  return encode ? path.replace(/[\s()<>]/g, (character) => encodeURIComponent(character)) : path;
}
