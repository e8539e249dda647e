import { z } from "zod";
import { isBlankText } from "@/lib/kernel/one-line-text";
import { rowNumber, rowNumberInAddress } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { mostCharacters } from "@/lib/suites/suite";
import { expectedSchema } from "./case-schema";
import { suiteLimits, triedSources } from "./proof-options";

export const getSuiteSchema = z
  .object({ source: z.enum(triedSources).default("draft"), version: rowNumberInAddress.optional() })
  .refine(({ source, version }) => source !== "version" || version !== undefined, "Say which version it is.");
export type GetSuite = z.input<typeof getSuiteSchema>;

/** The trigger suite of a skill as its package has it. */
export const triggerSuiteSchema = z.object({
  /** Where the file is, or would be. */
  path: z.string(),
  /** sha256 of the file; null where there is none. */
  digest: z.string().nullable(),
  /** Of the draft, which a save names; null for a version. */
  revision: z.number().int().nullable(),
  cases: z.array(
    z.object({
      /** Of query and expectation: the same wherever the case stands. */
      id: z.string(),
      query: z.string(),
      expected: expectedSchema,
      note: z.string().nullable(),
      line: z.number().int(),
    }),
  ),
  /** What is wrong with the file, or odd about it; lines and columns count from 1. */
  findings: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(["error", "warning", "info"]),
      message: z.string(),
      remedy: z.string(),
      line: z.number().int(),
      column: z.number().int(),
    }),
  ),
  /** Names that a case may expect: the skills of the workspace. */
  siblings: z.array(z.string()),
  /** Why the asker cannot save it; null when they can. */
  readOnlyReason: z.string().nullable(),
});
export type TriggerSuite = z.infer<typeof triggerSuiteSchema>;

export const saveSuiteSchema = z.object({
  cases: z
    .array(
      z.object({
        // As it stands: what nobody touched keeps its blanks, and a long one that was there keeps nobody from saving.
        query: storableText
          .max(mostCharacters)
          .refine((text) => !isBlankText(text), "Write what a person asks."),
        expected: expectedSchema,
        note: storableText.max(2_000).optional(),
      }),
    )
    .max(suiteLimits.cases, `A suite has at most ${suiteLimits.cases} cases.`),
  /** Of the draft that the change started from. */
  revision: rowNumber,
});
export type SaveSuite = z.input<typeof saveSuiteSchema>;
