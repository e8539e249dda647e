import type { FileSetRule } from "@/lib/skills/check-file-set";

type ArchiveRuleText = { meaning: string; example: string; fix: string };

/** Why an archive was refused as a whole. The first offence ends the reading; nothing of it is used. */
export const archiveRules = {
  "archive-unknown": {
    meaning: "The bytes are neither zip, tar nor gzip.",
    example: "a .rar renamed to .zip",
    fix: "Pack it as zip or tar.gz.",
  },
  "archive-damaged": {
    meaning: "The archive is cut short, or its sizes, checksums or structure do not hold.",
    example: "a download that ended early",
    fix: "Pack or download it again.",
  },
  "archive-too-large": {
    meaning: "The archive, or what it unpacks to, is larger than the limit.",
    example: "300 MB of unpacked files",
    fix: "Import it in parts.",
  },
  "archive-too-many-entries": {
    meaning: "The archive has more entries than the limit.",
    example: "a node_modules folder",
    fix: "Import it in parts, or leave out what is no part of a skill.",
  },
  "archive-ratio": {
    meaning: "The archive unpacks to so much more than its size that it looks like a bomb.",
    example: "10 MB of zeros in 10 KB",
    fix: "Leave out the file that packs so well.",
  },
  "archive-link": {
    meaning: "The archive holds a link, which could lead outside.",
    example: "latest -> /etc/passwd",
    fix: "Put the file itself in its place.",
  },
  "archive-special-file": {
    meaning: "The archive holds a device, pipe, socket, sparse or another special file.",
    example: "a named pipe in a tar",
    fix: "Leave it out.",
  },
  "archive-encrypted": {
    meaning: "The archive, or a file in it, is encrypted.",
    example: "a zip with a password",
    fix: "Pack it without a password.",
  },
  "archive-method": {
    meaning: "A file is packed by a method other than store or deflate.",
    example: "a zip with bzip2 or zstd inside",
    fix: "Pack it with deflate, which every packer has.",
  },
  "archive-header-mismatch": {
    meaning: "Two headers of the archive disagree about a file, so that readers would see different files.",
    example: "a.md in one header, evil.sh in the other",
    fix: "Pack it again with another program.",
  },
  "archive-foreign-data": {
    meaning: "There is data before, between or after the archive's own parts.",
    example: "a picture with a zip behind it",
    fix: "Pack the files again.",
  },
  "archive-empty": {
    meaning: "The archive holds no files.",
    example: "a zip of empty folders",
    fix: "Pack the folder that holds SKILL.md.",
  },
} as const satisfies Record<string, ArchiveRuleText>;

export type ArchiveRule = keyof typeof archiveRules | FileSetRule;

export type ArchiveRefusal = { rule: ArchiveRule; path?: string; message: string };

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
