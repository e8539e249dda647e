import { runAtOnce, type Steps } from "@/lib/kernel/steps";
import type { Finding } from "./finding";
import { scanSecrets } from "./internal/find-secrets";
import type { Hit } from "./internal/hit";
import { scanBytes } from "./internal/scan-bytes";
import { scanCommands } from "./internal/scan-commands";
import { scanDependencies } from "./internal/scan-dependencies";
import { scanHiddenText } from "./internal/scan-hidden-text";
import { scanHostMarks } from "./internal/scan-host-marks";
import { scanInstructions } from "./internal/scan-instructions";
import { scanRequests } from "./internal/scan-requests";
import { openFile, type ScannableFile } from "./internal/scannable";
import { toFindings } from "./internal/to-findings";

export type { Finding } from "./finding";

/** Text or bytes of a file; bytes are read as text when they are UTF-8. `size` is in bytes. */
export type ScannedFile = { path: string; size: number; text?: string; bytes?: Uint8Array };

const scanners: readonly ((file: ScannableFile) => Hit[])[] = [
  scanBytes,
  scanSecrets,
  scanHiddenText,
  scanRequests,
  scanDependencies,
];

/** Reads a whole package for harm, file by file; in order of path, then of place. Pure, linear in the text. */
export function findFindings(files: readonly ScannedFile[]): Finding[] {
  return files
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
    .flatMap((file) => runAtOnce(findInFile(file)));
}

/** The same for one file, in steps, of which none takes longer than 0.2 s even for 10 MB: a server answers others between them. */
export function* findInFile(file: ScannedFile): Steps<Finding[]> {
  const subject = yield* openFile(file);
  const hits: Hit[] = [];
  for (const scan of scanners) {
    yield;
    for (const hit of scan(subject)) hits.push(hit);
  }
  for (const hit of yield* scanInstructions(subject)) hits.push(hit);
  for (const hit of yield* scanCommands(subject)) hits.push(hit);
  for (const hit of yield* scanHostMarks(subject)) hits.push(hit);
  yield;
  return toFindings(subject, hits);
}
