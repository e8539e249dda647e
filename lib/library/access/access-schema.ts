import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";

/** At most so many of one kind are chosen for one skill. */
export const mostChosen = 500;

const chosen = <T extends z.ZodType>(item: T) =>
  z.array(item).max(mostChosen, `Choose at most ${mostChosen}.`);

/** Whom a skill is to be open to, said whole. */
export const changeAccessSchema = z.object({
  /** The revision of its access that this started from. */
  baseRevision: z.number().int().min(0),
  /** Null: everyone. Members by their ids, and groups of members by theirs; nobody, where both are empty. */
  people: z.object({ members: chosen(z.uuid()), groups: chosen(z.uuid()) }).nullable(),
  /** Null: every agent. Else agents by their addresses. */
  agents: chosen(z.string().max(100)).nullable(),
});
export type ChangeAccess = z.input<typeof changeAccessSchema>;

export const skillAccessSchema = z.object({
  revision: z.number().int(),
  people: z
    .object({
      members: z.array(personSchema),
      groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
    })
    .nullable(),
  agents: z.array(z.object({ slug: z.string(), name: z.string() })).nullable(),
  /** Why the asker sees it, to go on after the skill’s name. */
  why: z.string(),
  /** Whether the asker may change it. */
  mayManage: z.boolean(),
});
export type ShownAccess = z.infer<typeof skillAccessSchema>;
