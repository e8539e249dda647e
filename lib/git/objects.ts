import "server-only";
import { createHash } from "node:crypto";
import { onOneLine } from "@/lib/kernel/on-one-line";

export type ObjectType = "commit" | "tree" | "blob";
export type FileMode = "100644" | "100755" | "40000";

/** One line of a tree. `id` is 40 hex digits, as everywhere in this module. */
export type TreeEntry = { mode: FileMode; name: string; id: string };

/** Whole seconds since 1970, told as UTC: what git keeps of a moment. */
export type Signature = { name: string; email: string; seconds: number };

export type CommitFields = {
  tree: string;
  parents: readonly string[];
  author: Signature;
  committer: Signature;
  /** With its trailers; one line feed at the end is added where it lacks. */
  message: string;
};

/** What git hashes before the content of an object. */
export const objectHead = (type: ObjectType | "tag", length: number): string => `${type} ${length}\0`;

/** What git calls these bytes: sha1 over type, length and content. */
export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash("sha1").update(objectHead(type, bytes.length)).update(bytes).digest("hex");
}

/**
 * Throws for two entries of one name, which no client takes. In git's order: by the bytes of the names, folders as if their names ended in a
 * slash.
 */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw new Error(`A tree has two entries called ${name}.`);
    names.add(name);
  }
  const keyed = entries.map((entry) => ({
    entry,
    key: entry.mode === "40000" ? `${entry.name}/` : entry.name,
    head: `${entry.mode} ${entry.name}\0`,
  }));
  keyed.sort((left, right) => compareBytes(left.key, right.key));
  const size = keyed.reduce((sum, { head }) => sum + Buffer.byteLength(head) + idBytes, 0);
  const tree = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { entry, head } of keyed) {
    at += tree.write(head, at);
    at += tree.write(entry.id, at, "hex");
  }
  return tree;
}

/** The order of code units is that of the bytes below the surrogates, and much faster to tell. */
function compareBytes(left: string, right: string): number {
  if (aboveSurrogates.test(left) || aboveSurrogates.test(right))
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const idBytes = 20;
const aboveSurrogates = /[\ud800-\uffff]/;

export function encodeCommit({ tree, parents, author, committer, message }: CommitFields): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signed(author)}`,
    `committer ${signed(committer)}`,
    "",
    message.replaceAll("\0", "").replace(/\n*$/, "\n"),
  ];
  return Buffer.from(lines.join("\n"));
}

/** The same commit on top of other ones. */
export function withParents(commit: Uint8Array, parents: readonly string[]): Buffer {
  const text = Buffer.from(commit).toString("latin1");
  const lines = parents.map((parent) => `parent ${parent}\n`).join("");
  return Buffer.from(
    text.replace(parentLines, (_, tree: string) => tree + lines),
    "latin1",
  );
}

const parentLines = /^(tree [0-9a-f]{40}\n)(?:parent [0-9a-f]{40}\n)*/;

const signed = ({ name, email, seconds }: Signature): string =>
  `${plain(name) || "Unknown"} <${plain(email)}> ${seconds} +0000`;

/** A name or an address without what ends a field of a commit: brackets, line ends and other control characters. */
const plain = (text: string): string => onOneLine(text.replace(/[<>]/g, " "));
