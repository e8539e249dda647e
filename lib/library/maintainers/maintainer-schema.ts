import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";

/** Somebody who counts as an author of one skill, whatever their role. */
export const maintainerSchema = z.object({
  person: personSchema,
  addedBy: personSchema,
  addedAt: z.iso.datetime(),
});
export type Maintainer = z.infer<typeof maintainerSchema>;

export const maintainerListSchema = z.object({
  items: z.array(maintainerSchema),
  /** Whether the asker chooses them: admins do, and the skill's creator while an author. */
  mayManage: z.boolean(),
});
export type MaintainerList = z.infer<typeof maintainerListSchema>;
