import type { Finding } from "./finding";
import { scanBytes } from "./internal/scan-bytes";
import { scanCommands } from "./internal/scan-commands";
import { scanHiddenText } from "./internal/scan-hidden-text";
import { scanInstructions } from "./internal/scan-instructions";
import { scanRequests } from "./internal/scan-requests";
import { scanSecrets } from "./internal/scan-secrets";
import { type ScannableFile, scannable } from "./internal/scannable";

export type { Finding } from "./finding";

/** Text or bytes of a file; bytes are read as text when they are UTF-8. `size` is in bytes. */
export type ScannedFile = { path: string; size: number; text?: string; bytes?: Uint8Array };

const scanners: readonly ((file: ScannableFile) => Finding[])[] = [
  scanBytes,
  scanSecrets,
  scanHiddenText,
  scanInstructions,
  scanCommands,
  scanRequests,
];

/** Reads a whole package for harm, file by file; in order of path, then of place. Pure, linear in the text. */
export function findFindings(files: readonly ScannedFile[]): Finding[] {
  return files
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
    .flatMap((file) => {
      const subject = scannable(file);
      return scanners
        .flatMap((scan) => scan(subject))
        .toSorted(byPlace)
        .filter(upTo(maxFindings));
    });
}

/** Of one rule in one file; the last one kept says how many follow. */
const maxFindings = 50;

function upTo(limit: number): (finding: Finding, index: number, all: readonly Finding[]) => boolean {
  const counts = new Map<string, number>();
  return (finding, _index, all) => {
    const count = (counts.get(finding.rule) ?? 0) + 1;
    counts.set(finding.rule, count);
    if (count === limit) {
      const more = all.filter((other) => other.rule === finding.rule).length - limit;
      if (more > 0) finding.message += ` (${more} more of this rule in this file)`;
    }
    return count <= limit;
  };
}

const byPlace = (left: Finding, right: Finding): number =>
  left.range.startLine - right.range.startLine || left.range.startColumn - right.range.startColumn;
