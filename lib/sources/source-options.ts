/** A repository, an archive at an address, and an index of skills below one. */
export const sourceKinds = ["git", "archive", "well-known"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Why a kind has no such place in it; null where it may. An archive's `ref` is the digest that it has to have. */
export function whyUnfit(kind: SourceKind, { ref, folder }: { ref: string; folder: string }): string | null {
  if (kind === "archive" && ref !== "" && !/^[0-9a-f]{64}$/.test(ref))
    return "Of an archive, name the sha256 digest that it has to have, or nothing.";
  if (kind === "well-known" && ref !== "") return "An index has no branch, tag or commit.";
  if (kind === "well-known" && folder !== "") return "An index has no folders: all that it lists is read.";
  return null;
}

/** How a sync ends that changes nothing. */
export const sourceFailures = [
  "address",
  "redirect",
  "unreachable",
  "timeout",
  "credentials",
  "forbidden",
  "not-found",
  "not-git",
  "too-old",
  "sha256",
  "no-such-ref",
  "no-such-folder",
  "no-skills",
  "not-archive",
  "bad-archive",
  "other-digest",
  "not-index",
  "old-index",
  "huge-index",
  "damaged",
  "unsafe",
  "too-large",
  "busy",
  "remote-error",
  "nobody",
  "no-right",
  "internal",
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

/** What came of a delivery of a webhook. */
export const hookResults = ["taken", "refused"] as const;
export type HookResult = (typeof hookResults)[number];

/** How often a source may be synced by itself. */
export const scheduleMinutes = [15, 60, 360, 1_440] as const;

/** Of one workspace. */
export const mostSources = 50;
