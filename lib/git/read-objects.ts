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
  for (let at = 0; at < bytes.length; ) {
    if (entries.length >= most) return err("too-many");
    const space = bytes.subarray(at, at + longestMode + 1).indexOf(0x20);
    const start = at + space + 1;
    const end = space < 1 ? -1 : bytes.indexOf(0, start);
    if (end <= start || end + 1 + idBytes > bytes.length) return err("damaged");
    const name = bytes.subarray(start, end);
    entries.push({
      kind: kinds[bytes.toString("latin1", at, at + space)] ?? "unknown",
      name: name.toString("utf8"),
      isUtf8: isUtf8(name),
      id: bytes.toString("hex", end + 1, end + 1 + idBytes),
    });
    at = end + 1 + idBytes;
  }
  return ok(entries);
}

/** The tree of a commit; null for what is no commit. */
export const treeOfCommit = (bytes: Buffer): string | null =>
  /^tree ([0-9a-f]{40})\n/.exec(bytes.toString("latin1", 0, 46))?.[1] ?? null;
