import { z } from "zod";
import { portableReportSchema } from "@/lib/library/exports/export-schema";

export const exportAgentSchema = z.object({
  /** `true`: each skill in the form that every host accepts. */
  portable: z.enum(["true", "false"]).default("false"),
});
export type ExportAgent = z.input<typeof exportAgentSchema>;

/** What the portable form changes of each skill, by folder name, and which of them have none and why. */
export const agentPortableReportSchema = z.object({
  skills: z.array(portableReportSchema.extend({ skill: z.string() })),
});
export type AgentPortableReport = z.infer<typeof agentPortableReportSchema>;
