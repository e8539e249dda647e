import type { FileSetRule } from "@/lib/skills/check-file-set";

/** Why an archive was refused as a whole. The first offence ends the reading; nothing of it is used. */
export const archiveRules = {
  "archive-unknown": "The bytes are neither zip, tar nor gzip.",
  "archive-damaged": "The archive is cut short, or its sizes, checksums or structure do not hold.",
  "archive-too-large": "The archive, or what it unpacks to, is larger than the limit.",
  "archive-too-many-entries": "The archive has more entries than the limit.",
  "archive-ratio": "The archive unpacks to so much more than its size that it looks like a bomb.",
  "archive-link": "The archive holds a link, which could lead outside.",
  "archive-special-file": "The archive holds a device, pipe, socket or another special file.",
  "archive-encrypted": "The archive, or a file in it, is encrypted.",
  "archive-method": "A file is packed by a method other than store or deflate.",
  "archive-header-mismatch": "Two headers of the archive disagree about a file.",
  "archive-foreign-data": "There is data before, between or after the archive's own parts.",
  "archive-empty": "The archive holds no files.",
} as const;

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
