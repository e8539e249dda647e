import { z } from "zod";
import { hostRefusalSchema } from "@/lib/runtime/event-parts";

const host = { dialect: z.string(), title: z.string() };

const loadedSchema = z.object({
  ...host,
  state: z.literal("loaded"),
  /** As the host's own reader of the frontmatter has them. */
  name: z.string(),
  description: z.string(),
  /** Whether it reads another text than what is shown here. */
  readsOtherwise: z.boolean(),
  /** Files that the host does not have, and why. */
  leftOut: z.array(z.object({ path: z.string(), why: z.string() })),
});

const refusedSchema = z.object({
  ...host,
  ...hostRefusalSchema.omit({ dialect: true }).shape,
  state: z.literal("refused"),
  /** What the host found, in a sentence. */
  message: z.string(),
});

/** What each host makes of a draft, apart from this project's own runtime. */
export const hostLoadsSchema = z.object({
  /** How many of `hosts` load it. */
  loaded: z.number().int(),
  hosts: z.array(z.discriminatedUnion("state", [loadedSchema, refusedSchema])),
});
export type HostLoads = z.infer<typeof hostLoadsSchema>;
