import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";

/** A rehearsal that somebody opened before they approved. */
export const openingSchema = z.object({ conversationId: z.uuid(), title: z.string(), agent: z.string() });
export type Opening = z.infer<typeof openingSchema>;

/** What a version keeps of how it came to be published; null for one from before there was a policy. */
export const approvalRecordSchema = z
  .object({
    /** The number of its review. */
    review: z.number().int().nullable(),
    /** Whoever wrote it since the version before; empty where that was not kept. */
    authors: z.array(personSchema).default([]),
    approvals: z.array(z.object({ by: personSchema, at: z.iso.datetime(), opened: z.array(openingSchema) })),
    met: z.boolean(),
    /** Of a publication past the policy: which rules were not met, and why it went on. */
    bypass: z.object({ reason: z.string(), unmet: z.array(z.string()) }).nullable(),
  })
  .nullable();
export type ApprovalRecord = z.infer<typeof approvalRecordSchema>;
