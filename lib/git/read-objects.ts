import "server-only";

/** What a line of a tree names. A gitlink is a commit of another repository: a submodule. */
export type FoundKind = "file" | "executable" | "folder" | "link" | "gitlink" | "unknown";

/** `name` as it stands, in UTF-8; null where it is none. It may be anything: "..", ".git", with slashes. */
export type FoundEntry = { kind: FoundKind; name: string | null; id: string };

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
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The lines of a tree that somebody else made; null for what is none. */
export function readTree(bytes: Buffer): FoundEntry[] | null {
  const entries: FoundEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = space < 0 ? -1 : bytes.indexOf(0, space);
    if (end < 0 || space - at > 6 || end + 1 + idBytes > bytes.length) return null;
    const kind = kinds[bytes.toString("latin1", at, space)] ?? "unknown";
    const id = bytes.toString("hex", end + 1, end + 1 + idBytes);
    entries.push({ kind, name: nameOf(bytes.subarray(space + 1, end)), id });
    at = end + 1 + idBytes;
  }
  return entries;
}

function nameOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The tree of a commit; null for what is no commit. */
export const treeOfCommit = (bytes: Buffer): string | null =>
  /^tree ([0-9a-f]{40})\n/.exec(bytes.toString("latin1", 0, 46))?.[1] ?? null;
