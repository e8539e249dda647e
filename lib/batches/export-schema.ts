import { z } from "zod";
import {
  exportSkillSchema,
  isOneForm,
  oneFormWords,
  targetSchema,
} from "@/lib/library/exports/export-schema";
import { chosenSkillsSchema } from "./schema";

const { format } = exportSkillSchema.shape;

/** What is packed of each skill, and in which form. */
export const exportFormSchema = z.object({
  skills: chosenSkillsSchema,
  version: z.enum(["latest", "draft"]).default("latest"),
  /** The form that every host accepts, where fields of single hosts stand under metadata. */
  portable: z.boolean().default(false),
});
export type ExportForm = z.input<typeof exportFormSchema>;

export const exportSkillsSchema = exportFormSchema
  .extend({
    format,
    /** The form of one host, with what it needs around it, instead of the portable one. */
    target: targetSchema.optional(),
  })
  .refine(isOneForm, oneFormWords);
export type ExportSkills = z.input<typeof exportSkillsSchema>;

/** What one host would be given of the skills. */
export const askTargetSchema = exportFormSchema.omit({ portable: true }).extend({ target: targetSchema });
export type AskTarget = z.input<typeof askTargetSchema>;

/** The file of the archive that says what is in it; no package's, for it stands beside their folders. */
export const reportFileName = "export-report.json";

export const exportReportSchema = z.object({
  exported: z.array(
    z.object({ skill: z.string(), folder: z.string(), version: z.string(), digest: z.string() }),
  ),
  leftOut: z.array(z.object({ skill: z.string(), code: z.string(), message: z.string() })),
});
export type ExportReport = z.output<typeof exportReportSchema>;
