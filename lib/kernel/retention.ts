import { dayMs, hourMs } from "./durations";

/**
 * How long is kept what is not kept for good and what nobody sets. What a workspace sets for itself stands with its
 * settings: its audit trail, and sessions of live hosts and of agents' programs.
 */
export const retention = {
  /** What was uploaded and not stored: its files in the database, and what a killed server left on its disk. */
  stagedImportMs: dayMs,
  abandonedUploadMs: dayMs,
  importReportMs: 30 * dayMs,
  /** Of each workspace: how many reports of reading its folders on disk. */
  folderReports: 20,
  /** Of each draft: how many saves, to tell which files two people changed; who began before them has to look. */
  draftSaves: 200,
  /** No shorter than the windows and waits of those who guess passwords and codes. */
  guessMs: hourMs,
  /** Sessions of trials; their outcomes and figures stay for good. */
  trialLogDays: 90,
  /** So long an answer may be given again to the very same request: models change behind their names. */
  modelAnswerDays: 90,
} as const;
