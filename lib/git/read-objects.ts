import "server-only";
import { isUtf8 } from "node:buffer";
import { err, ok, type Result } from "@/lib/kernel/result";

/** What a line of a tree names. A gitlink is a commit of another repository: a submodule. */
export type FoundKind = "file" | "executable" | "folder" | "link" | "gitlink" | "unknown";

/** `name` as it stands, never empty; with stand-ins where it is not UTF-8. It may be anything: "..", ".git", with slashes. */
export type FoundEntry = { kind: FoundKind; name: string; isUtf8: boolean; id: string };

const kinds: Readonly<Record<string, FoundKind>> = {
  "40000": "folder",
  "040000": "folder",
  "100644": "file",
  "100664": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "gitlink",
};
const idBytes = 20;
const longestMode = 6;

/** The lines of a tree that somebody else made. One tree can have millions, so no more than `most` are ever held. */
export function readTree(bytes: Buffer, most: number): Result<FoundEntry[], "damaged" | "too-many"> {
  const entries: FoundEntry[] = [];
  for (const line of treeLines(bytes)) {
    if (entries.length >= most) return err("too-many");
    if (line === null) return err("damaged");
    const { mode, name, id } = line;
    entries.push({
      kind: kinds[mode] ?? "unknown",
      name: name.toString("utf8"),
      isUtf8: isUtf8(name),
      id,
    });
  }
  return ok(entries);
}

/** A line of somebody else's tree as it stands: mode and name to the byte. */
export type TreeLine = { mode: string; name: Buffer; id: string };

/** One after the other; null in the place of the first that is damaged, and then no more. */
export function* treeLines(bytes: Buffer): Generator<TreeLine | null> {
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.subarray(at, at + longestMode + 1).indexOf(0x20);
    const start = at + space + 1;
    const end = space < 1 ? -1 : bytes.indexOf(0, start);
    if (end <= start || end + 1 + idBytes > bytes.length) return yield null;
    yield {
      mode: bytes.toString("latin1", at, at + space),
      name: bytes.subarray(start, end),
      id: bytes.toString("hex", end + 1, end + 1 + idBytes),
    };
    at = end + 1 + idBytes;
  }
}

/** The tree of a commit; null for what is no commit. */
export const treeOfCommit = (bytes: Buffer): string | null =>
  /^tree ([0-9a-f]{40})\n/.exec(bytes.toString("latin1", 0, 46))?.[1] ?? null;
