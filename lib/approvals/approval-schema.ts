import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";

/** A rehearsal that somebody opened before they approved. */
export const openingSchema = z.object({ conversationId: z.uuid(), title: z.string(), agent: z.string() });
export type Opening = z.infer<typeof openingSchema>;

/** A run of a suite that somebody was shown before they gave their word, with what it said then. */
export const seenRunSchema = z.object({
  /** Whose suite it is: the skill's own, or that of a neighbour beside the draft. */
  skill: z.string(),
  number: z.number().int(),
  suite: z.enum(["trigger", "effect", "neighbour"]),
  model: z.string(),
  /** In a few words: "recall 0.87, precision 0.90", "Improved", "1 case lost". */
  said: z.string(),
});
export type SeenRun = z.infer<typeof seenRunSchema>;

const publishingSourceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The commit or digest that it was read at. */
  revision: z.string(),
});
export type PublishingSource = z.infer<typeof publishingSourceSchema>;

/** What a version keeps of how it came to be published; null for one from before there was a policy. */
export const approvalRecordSchema = z
  .object({
    /** The number of its review. */
    review: z.number().int().nullable(),
    /** Whoever wrote it since the version before; empty where that was not kept. */
    authors: z.array(personSchema).default([]),
    approvals: z.array(
      z.object({
        by: personSchema,
        at: z.iso.datetime(),
        opened: z.array(openingSchema),
        /** None of approvals from before runs were kept. */
        runs: z.array(seenRunSchema).default([]),
      }),
    ),
    /** Whose sync published it, as the policy allows; null where a person did. */
    source: publishingSourceSchema.nullable().default(null),
    met: z.boolean(),
    /** Of a publication past the policy: which rules were not met, and why it went on. */
    bypass: z.object({ reason: z.string(), unmet: z.array(z.string()) }).nullable(),
  })
  .nullable();
export type ApprovalRecord = z.infer<typeof approvalRecordSchema>;
