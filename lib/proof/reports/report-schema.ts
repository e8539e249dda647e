import { z } from "zod";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { suiteKinds, suiteRunStates } from "../proof-options";

/** Markdown is a summary for a comment, benchmark a `BENCHMARK.md` to be kept beside a skill. */
export const reportFormats = ["markdown", "benchmark", "junit", "sarif"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Proxies cut off what is silent for longer. */
const longestWaitSeconds = 60;

/** Relative and without a way up: `skills/release-notes`. */
const rootInAddress = z
  .string()
  .max(1_000)
  .transform((folder) =>
    folder
      .replaceAll("\\", "/")
      .split("/")
      .filter((part) => part !== "" && part !== "."),
  )
  .refine((parts) => !parts.includes(".."), "The folder has to be inside of the repository, without “..”.")
  .transform((parts) => parts.join("/"));

const floorInAddress = z.coerce.number().min(0).max(1).optional();

export const getRunReportSchema = z.object({
  format: z.enum(reportFormats).optional(),
  /** The number of the run to compare with; absent: the newest that fits, of a published version. */
  against: rowNumberInAddress.optional(),
  /** What the whole interval of a trigger run has to lie above, from 0 to 1. */
  recall: floorInAddress,
  precision: floorInAddress,
  /** The folder of the package in its repository: reports name their files from there. */
  root: rootInAddress.optional(),
  /** Up to so many seconds for the end of a run that goes on. */
  wait: z.coerce.number().int().min(0).max(longestWaitSeconds).optional(),
});
export type GetRunReport = z.input<typeof getRunReportSchema>;

export const runReportSchema = z.object({
  skill: z.string(),
  number: z.number().int(),
  suite: z.enum(suiteKinds),
  state: z.enum(suiteRunStates),
  /** sha256 of the bytes that were tried. */
  digest: z.string(),
  gate: z.object({
    /** As an exit code: 0 pass, 1 regression, 2 a golden task failed, 3 invalid measurement. */
    code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    /** In words; none where it passes. */
    reasons: z.array(z.string()),
    /** What is to be known although it passes: that it was held to nothing, or that nothing was shown. */
    remarks: z.array(z.string()),
  }),
  /** What it spent, in US dollars; null where a price is not known. */
  costUsd: z.number().nullable(),
  /** What it was compared with; null where there is no such run. */
  against: z.object({ number: z.number().int(), version: z.number().int().nullable() }).nullable(),
  /** The report in the format asked for; null without one. */
  text: z.string().nullable(),
});
export type RunReport = z.infer<typeof runReportSchema>;
