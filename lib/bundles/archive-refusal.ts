import type { FileSetRule } from "@/lib/skills/check-file-set";

type ArchiveRuleText = { severity: "error" | "info"; meaning: string; example: string; fix: string };

/**
 * Why an archive was refused as a whole, or one skill of it. What concerns the archive itself (damage, size, two
 * readings) ends the reading at once, and nothing of it is used; a single bad entry keeps only its own skill out.
 */
export const archiveRules = {
  "archive-unknown": {
    severity: "error",
    meaning: "The bytes are neither zip, tar nor gzip.",
    example: "a .rar renamed to .zip",
    fix: "Pack it as zip or tar.gz.",
  },
  "archive-damaged": {
    severity: "error",
    meaning: "The archive is cut short, or its sizes, checksums or structure do not hold.",
    example: "a download that ended early",
    fix: "Pack or download it again.",
  },
  "archive-too-large": {
    severity: "error",
    meaning: "The archive, or what it unpacks to, is larger than the limit.",
    example: "300 MB of unpacked files",
    fix: "Import it in parts.",
  },
  "archive-too-many-entries": {
    severity: "error",
    meaning: "The archive has more entries than the limit.",
    example: "a node_modules folder",
    fix: "Import it in parts, or leave out what is no part of a skill.",
  },
  "archive-ratio": {
    severity: "error",
    meaning: "The archive unpacks to so much more than its size that it looks like a bomb.",
    example: "10 MB of zeros in 10 KB",
    fix: "Leave out the file that packs so well.",
  },
  "archive-link": {
    severity: "error",
    meaning:
      "A link. One to a file or folder of its own skill is replaced by copies; any other keeps the skill out, and outside of every skill a link is left out.",
    example: "references/latest.md -> /etc/passwd",
    fix: "Put the file itself in its place.",
  },
  "archive-special-file": {
    severity: "error",
    meaning: "A device, pipe, socket, sparse or another special file.",
    example: "a named pipe in a tar",
    fix: "Leave it out.",
  },
  "archive-encrypted": {
    severity: "error",
    meaning: "The archive, or a file in it, is encrypted.",
    example: "a zip with a password",
    fix: "Pack it without a password.",
  },
  "archive-method": {
    severity: "error",
    meaning: "A file is packed by a method other than store or deflate.",
    example: "a zip with bzip2 or zstd inside",
    fix: "Pack it with deflate, which every packer has.",
  },
  "archive-header-mismatch": {
    severity: "error",
    meaning: "Two headers of the archive disagree about a file, so that readers would see different files.",
    example: "a.md in one header, evil.sh in the other",
    fix: "Pack it again with another program.",
  },
  "archive-foreign-data": {
    severity: "error",
    meaning: "There is data before, between or after the archive's own parts.",
    example: "a picture with a zip behind it",
    fix: "Pack the files again.",
  },
  "index-entry": {
    severity: "error",
    meaning:
      "An entry of an index of skills cannot be used: it is malformed, lies on another host, could not be fetched, or its bytes are not those of its digest.",
    example: "a digest of an older archive",
    fix: "Mend the index, and sync again.",
  },
  "path-composed": {
    severity: "info",
    meaning: "A name came with its accents as characters of their own and is kept in the usual form, NFC.",
    example: "e followed by a combining acute accent",
    fix: "Nothing to do: systems take both forms for one name.",
  },
} as const satisfies Record<string, ArchiveRuleText>;

export type ArchiveRule = keyof typeof archiveRules | FileSetRule;

export type ArchiveRefusal = { rule: ArchiveRule; path?: string; message: string };

/** What was left out or put right on the way in; `path` says where. */
export type ArchiveNote = { rule: ArchiveRule; path: string; message: string };

export const composedNote = (path: string): ArchiveNote => ({
  rule: "path-composed",
  path,
  message: `${path} came with accents as characters of their own; its name is kept in the usual form (NFC).`,
});

/** Thrown inside the readers and turned into a Result at their edge. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";

  readonly refusal: ArchiveRefusal;

  constructor(refusal: ArchiveRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function refuse(rule: ArchiveRule, message: string, path?: string): never {
  throw new ArchiveRefused({ rule, message, ...(path !== undefined && { path }) });
}
