import { z } from "zod";

/** What the browser reads of problem+json (RFC 9457). */
export const problemSchema = z.object({
  status: z.number(),
  code: z.string(),
  title: z.string(),
  detail: z.string().default(""),
  traceId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
