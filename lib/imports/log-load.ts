import "server-only";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { log } from "@/lib/platform/log";
import type { DirectoryEntry, DirectoryLoad, DirectoryOutcome } from "./directory-schema";

const mostNamed = 10;
const worthSaying: ReadonlySet<DirectoryOutcome> = new Set([
  "failed",
  "duplicate",
  "conflict",
  "gone",
  "note",
]);

/** Folders and skills name themselves: no name ends this line or turns it. */
export const lineOf = ({ path, message }: Pick<DirectoryEntry, "path" | "message">): string =>
  markOnLine(`${path}: ${message}`);

/** "2 new (notes, rota)": how many and which, a few of them. */
export function sayOutcome(
  entries: readonly Pick<DirectoryEntry, "outcome" | "skill" | "path">[],
  outcome: DirectoryOutcome,
): string {
  const names = entries.flatMap((one) => (one.outcome === outcome ? [one.skill ?? one.path] : []));
  const shown = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${names.length} ${outcome}${names.length === 0 ? "" : markOnLine(` (${shown}${more})`)}`;
}

/** What came of everything, by outcome, with names. */
export const sayOutcomes = (entries: readonly DirectoryEntry[]): string =>
  (["new", "changed", "failed", "duplicate", "conflict"] as const)
    .map((outcome) => sayOutcome(entries, outcome))
    .join(", ");

/** Says a reading of the configured folders in the log: one line for the whole, one for each thing to look at. */
export function logLoad({ trigger, loaded, failed, durationMs, traceId, entries }: DirectoryLoad): void {
  log.info(
    { traceId, trigger, loaded, failed, durationMs },
    `Skills on disk: ${loaded} loaded; ${sayOutcomes(entries)}; in ${durationMs} ms.`,
  );
  for (const entry of entries) if (worthSaying.has(entry.outcome)) log.warn({ traceId }, lineOf(entry));
}
