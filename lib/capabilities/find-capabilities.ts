import { runAtOnce, type Steps } from "@/lib/kernel/steps";
import { scannedText } from "@/lib/skills/file-text";
import type { Capability } from "./capability";
import { readFile } from "./internal/read-file";
import { type FileSightings, toCapabilities } from "./internal/to-capabilities";

export type ReadFile = { path: string; bytes: Uint8Array };

/** Everything that a package can do by what is written in it, most telling kinds first. Pure, linear in its bytes. */
export const findCapabilities = (files: readonly ReadFile[]): Capability[] =>
  runAtOnce(capabilitySteps(files));

/** The same, file by file: others may go first between two of them. */
export function* capabilitySteps(files: readonly ReadFile[]): Steps<Capability[]> {
  const read: FileSightings[] = [];
  for (const { path, bytes } of files.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    yield;
    const text = scannedText(path, bytes);
    read.push({ path, text, sightings: readFile({ path, text, bytes }) });
  }
  yield;
  return toCapabilities(read);
}
