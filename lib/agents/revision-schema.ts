import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { agentSchema } from "./schema";

const revisionHeadSchema = z.object({
  number: z.number().int(),
  summary: z.string(),
  author: personSchema,
  createdAt: z.iso.datetime(),
});

/** Only what differs. A value is told as a screen would: `on`, `Rehearsal`, a list line by line. */
export const agentRevisionDiffSchema = z.object({
  from: revisionHeadSchema,
  to: revisionHeadSchema,
  settings: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** In the order of the newer list; null: not assigned. "2. latest, on" */
  skills: z.array(
    z.object({ skill: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type AgentRevisionDiff = z.infer<typeof agentRevisionDiffSchema>;

export const restoreRevisionSchema = z.object({
  /** The revision that the person was looking at: the agent must still be this. */
  baseRevision: rowNumber,
});

export const restoredAgentSchema = z.object({
  agent: agentSchema,
  /** What could not be brought back, each in a sentence. */
  left: z.array(z.string()),
});
export type RestoredAgent = z.infer<typeof restoredAgentSchema>;
