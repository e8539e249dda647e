import { z } from "zod";
import { storableMoment } from "@/lib/kernel/storable-moment";
import { storableText } from "@/lib/kernel/storable-text";

const word = storableText.trim().min(1).max(200).optional();

const moment = storableMoment.optional();

/** What a list or an export of the audit trail holds; what is absent does not narrow it. */
export const auditFilterSchema = z.object({
  /** A person's id, or a part of the name they had. */
  actor: word,
  /** How an action begins: "skill" or "skill.pub". */
  action: word,
  objectType: word,
  /** An object's id, or a part of its name. */
  object: word,
  /** How a digest begins, before or after. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{4,64}$/, "At least 4 characters of a digest: 0 to 9 and a to f.")
    .optional(),
  trace: word,
  /** From this moment on. */
  from: moment,
  /** Before this moment. */
  to: moment,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const listAuditSchema = auditFilterSchema.extend({
  cursor: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/, "This cursor does not belong to this list. Start from the first page.")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListAudit = z.input<typeof listAuditSchema>;

export const auditRowSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The name as it was; `id` is null for what the server did by itself. */
  actor: z.object({ id: z.uuid().nullable(), name: z.string() }),
  /** noun.verb in the past tense. */
  action: z.string(),
  object: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  digestBefore: z.string().nullable(),
  digestAfter: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  traceId: z.string(),
  /** Where the request came from: the socket's other end, or whom a trusted proxy named. */
  address: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

export const auditListSchema = z.object({
  items: z.array(auditRowSchema),
  nextCursor: z.string().nullable(),
});
export type AuditList = z.infer<typeof auditListSchema>;

export const exportAuditSchema = auditFilterSchema.extend({ format: z.enum(["csv", "json"]).default("csv") });
export type ExportAudit = z.input<typeof exportAuditSchema>;

const shortestRetentionDays = 30;
export const auditRetentionSchema = z.object({
  /** Days that a row is kept; null for ever. */
  days: z.number().int().min(shortestRetentionDays, "Keep them for 30 days at least.").max(36_500).nullable(),
});
export type AuditRetention = z.infer<typeof auditRetentionSchema>;
