import { z } from "zod";
import { targetIds } from "@/lib/targets/target-options";

export const targetSchema = z.enum(targetIds);

/** For a refinement of what takes both: an archive is in one form. */
export const isOneForm = ({ portable, target }: { portable: boolean | "true" | "false"; target?: unknown }) =>
  target === undefined || portable === false || portable === "false";
export const oneFormWords = {
  message: "The form of one host is another than the portable one. Leave out portable, or target.",
  path: ["portable"],
};

const exportFormats = ["zip", "tar.gz"] as const;
const exportLayouts = ["folder", "root"] as const;
const exportedVersion = z
  .string()
  .regex(/^(draft|latest|[1-9][0-9]{0,8})$/, "Use draft, latest or the number of a version.")
  .default("latest");
export const exportSkillSchema = z
  .object({
    version: exportedVersion,
    format: z.enum(exportFormats).default("zip"),
    /** `folder`: everything below `<name>/`. `root`: SKILL.md at the top. */
    layout: z.enum(exportLayouts).default("folder"),
    /** `true`: the form that every host accepts, where fields of single hosts stand under metadata. */
    portable: z.enum(["true", "false"]).default("false"),
    /** The form of one host, with what it needs around it; the layout is the target's then. */
    target: targetSchema.optional(),
  })
  .refine(isOneForm, oneFormWords);
export type ExportSkill = z.input<typeof exportSkillSchema>;

export const portableReportQuerySchema = z.object({ version: exportedVersion });
export type PortableReportQuery = z.input<typeof portableReportQuerySchema>;

/** What the portable form changes, and why there is none. It can be exported when there are no problems. */
export const portableReportSchema = z.object({
  /** `to` is null for a field that was left out because it was empty. */
  moved: z.array(z.object({ field: z.string(), to: z.string().nullable() })),
  problems: z.array(z.object({ rule: z.string(), message: z.string() })),
});
export type PortableReport = z.infer<typeof portableReportSchema>;
