import type { ArchiveRule } from "@/lib/bundles/archive-refusal";
import type { SourceFailure } from "../source-options";

const tooLarge: ReadonlySet<string> = new Set([
  "archive-too-large",
  "archive-too-many-entries",
  "archive-ratio",
]);

/** What a sync says of an archive that is refused as a whole. */
export function archiveFailure(rule: ArchiveRule): SourceFailure {
  if (rule === "archive-unknown") return "not-archive";
  return tooLarge.has(rule) ? "too-large" : "bad-archive";
}
