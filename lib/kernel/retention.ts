import { dayMs, hourMs } from "./durations";

/**
 * How long is kept what is not kept for good, as nobody sets it; the commands `retain-…` of each module remove it. What a
 * workspace sets for itself stands with its settings: the audit trail, and sessions of live hosts and agents' programs.
 */
export const retention = {
  /** What was uploaded and not stored. */
  stagedImportMs: dayMs,
  importReportMs: 30 * dayMs,
  /** Of each workspace: how many reports of reading its folders on disk. */
  folderReports: 20,
  /** Of each draft: how many saves, to tell which files two people changed; who began before them has to look. */
  draftSaves: 200,
  /** Longer than any window or wait of those who guess passwords and codes. */
  guessMs: hourMs,
  /** Sessions of trials; their outcomes and figures stay for good. */
  trialLogDays: 90,
  /** So long an answer may be given again to the very same request: models change behind their names. */
  modelAnswerDays: 90,
} as const;
