import { findLinks, resolveLink } from "./find-links";
import type { TextEdit } from "./skill-issue";
import { LineIndex } from "./text-position";

/**
 * The edits that keep a document's links right when a file of the package moves from `oldPath` to `newPath`.
 * `documentPath` is where the document itself stands (and stays).
 */
export function renameLinks(
  text: string,
  documentPath: string,
  move: { oldPath: string; newPath: string },
): TextEdit[] {
  const lines = new LineIndex(text);
  return findLinks(text)
    .filter((link) => resolveLink(documentPath, link.target) === move.oldPath)
    .map((link) => ({
      range: lines.rangeOf(link.start, link.end),
      text:
        (link.target.startsWith("./") ? "./" : "") + relativePath(documentPath, move.newPath, link.certain),
    }));
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
