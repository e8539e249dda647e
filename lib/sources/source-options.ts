export const sourceKinds = ["git"] as const;

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

/** How often a source may be synced by itself. */
export const scheduleMinutes = [15, 60, 360, 1_440] as const;

/** Of one workspace. */
export const mostSources = 50;
