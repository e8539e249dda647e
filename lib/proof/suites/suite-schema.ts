import { z } from "zod";
import { isBlankText } from "@/lib/kernel/one-line-text";
import { rowNumber, rowNumberInAddress } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { mostCharacters } from "@/lib/suites/suite";
import { graderSchema } from "@/lib/verdicts/grader-schema";
import { suiteLimits, triedSources } from "../proof-options";
import { expectedSchema } from "./case-schema";

export const getSuiteSchema = z
  .object({ source: z.enum(triedSources).default("draft"), version: rowNumberInAddress.optional() })
  .refine(({ source, version }) => source !== "version" || version !== undefined, "Say which version it is.");
export type GetSuite = z.input<typeof getSuiteSchema>;

/** Says one thing about a file of cases or tasks; line and column count from 1. */
export const suiteFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  message: z.string(),
  remedy: z.string(),
  line: z.number().int(),
  column: z.number().int(),
});

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
  findings: z.array(suiteFindingSchema),
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

const count = z.number().int();

/** The tasks of a skill as its package has them, in `evals/evals.json`. */
export const effectSuiteSchema = z.object({
  /** Where the file is, or would be. */
  path: z.string(),
  /** sha256 of the file; null where there is none. */
  digest: z.string().nullable(),
  /** Of the draft, which a save names; null for a version. */
  revision: count.nullable(),
  tasks: z.array(
    z.object({
      /** Of prompt and expected output: the same wherever the task stands. */
      id: z.string(),
      /** Its place in the file, from 0: what a save names as `from`, so that a changed task keeps what is unknown here. */
      at: count,
      name: z.string().nullable(),
      prompt: z.string(),
      expectedOutput: z.string(),
      /** Paths in the skill; their text is sent behind the prompt. */
      files: z.array(z.string()),
      /** What must be true of the answer, one sentence each; only a judge could say. */
      expectations: z.array(z.string()),
      graders: z.array(graderSchema),
      /** It has to pass with the skill, whatever the average says. */
      golden: z.boolean(),
      note: z.string().nullable(),
      line: count,
      /** Whether every run tries it: some grader decides it, and an empty answer does not pass it. */
      runs: z.boolean(),
      /** Whether a judge has something to compare its answers by: then a run with a judge tries it in any case. */
      asksJudge: z.boolean(),
    }),
  ),
  /** What is wrong with the file, or odd about it; lines and columns count from 1. */
  findings: z.array(suiteFindingSchema),
  /** Names that a grader may speak of: the skills of the workspace. */
  siblings: z.array(z.string()),
  /** Paths of the package's files: what a task may begin with, a grader may ask to be read, or a run may leave out. */
  files: z.array(z.string()),
  /** Why the asker cannot save it; null when they can. */
  readOnlyReason: z.string().nullable(),
});
export type EffectSuite = z.infer<typeof effectSuiteSchema>;

const sentence = storableText.trim().min(1, "Write what must hold.").max(4_000);

export const saveEffectSuiteSchema = z.object({
  tasks: z
    .array(
      z.object({
        /** `at` of the task that this one was; null for a new one. Without it, the task of the same prompt is meant. */
        from: count.min(0).max(100_000).nullable().optional(),
        prompt: storableText.trim().min(1, "Write what the agent is asked to do.").max(20_000),
        expectedOutput: storableText.max(20_000).default(""),
        files: z.array(storableText.min(1).max(500)).max(20).default([]),
        expectations: z.array(sentence).max(50).default([]),
        graders: z.array(graderSchema).max(50).default([]),
        golden: z.boolean().default(false),
        note: storableText.max(2_000).nullable().default(null),
      }),
    )
    .max(suiteLimits.cases, `A suite has at most ${suiteLimits.cases} tasks.`),
  /** Of the draft that the change started from. */
  revision: rowNumber,
});
export type SaveEffectSuite = z.input<typeof saveEffectSuiteSchema>;
