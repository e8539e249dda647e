import { z } from "zod";
import {
  isOneForm,
  oneFormWords,
  portableReportSchema,
  targetSchema,
} from "@/lib/library/exports/export-schema";

export const exportAgentSchema = z
  .object({
    /** `true`: each skill in the form that every host accepts. */
    portable: z.enum(["true", "false"]).default("false"),
    /** The form of one host; what it refuses, and what cannot be delivered, is left out and named in the archive. */
    target: targetSchema.optional(),
  })
  .refine(isOneForm, oneFormWords);
export type ExportAgent = z.input<typeof exportAgentSchema>;

/** What the portable form changes of each skill, by folder name, and which of them have none and why. */
export const agentPortableReportSchema = z.object({
  skills: z.array(portableReportSchema.extend({ skill: z.string() })),
});
export type AgentPortableReport = z.infer<typeof agentPortableReportSchema>;

export const agentTargetQuerySchema = z.object({ target: targetSchema.default("folder") });
export type AgentTargetQuery = z.input<typeof agentTargetQuerySchema>;
