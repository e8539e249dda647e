import { z } from "zod";
import { approvalRecordSchema } from "@/lib/approvals/approval-schema";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { count, dismissalSchema, levelTokensSchema, listedFileSchema } from "../package-schema";

/** What a version was published with. */
export const versionDismissalSchema = dismissalSchema.extend({
  fingerprint: digestSchema,
  rule: z.string(),
  path: z.string(),
  line: count,
  message: z.string(),
  excerpt: z.string(),
});
export type VersionDismissal = z.infer<typeof versionDismissalSchema>;

/** Agents no longer get the version; it stays readable. */
const withdrawalSchema = z.object({ reason: z.string(), by: personSchema, at: z.iso.datetime() });

/** Of a draft: the newest version, withdrawn or not, when the draft is exactly that; null when there is something to publish. */
export const unchangedSinceSchema = z.number().int().nullable();

export const versionSummarySchema = z.object({
  id: z.uuid(),
  number: z.number().int(),
  digest: digestSchema,
  note: z.string(),
  author: personSchema,
  createdAt: z.iso.datetime(),
  labels: z.array(z.string()),
  withdrawal: withdrawalSchema.nullable(),
  size: count,
  fileCount: count,
  tokens: levelTokensSchema,
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

export const versionListSchema = z.object({
  items: z.array(versionSummarySchema),
  nextCursor: z.string().optional(),
});
export type VersionList = z.infer<typeof versionListSchema>;

export const listVersionsSchema = z.object({
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListVersions = z.input<typeof listVersionsSchema>;

export const versionSchema = versionSummarySchema.extend({
  name: z.string(),
  description: z.string(),
  files: z.array(listedFileSchema),
  dismissals: z.array(versionDismissalSchema),
  /** How the review policy was met, or passed by. */
  approval: approvalRecordSchema,
});
export type Version = z.infer<typeof versionSchema>;
