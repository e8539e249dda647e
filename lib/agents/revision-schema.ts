import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { followKinds } from "@/lib/runtime/follow-kinds";
import { agentScriptsSchema, asTheWorkspace } from "@/lib/runtime/script-rule-schema";
import { choiceRuleSchema } from "./choice-schema";
import { agentSchema } from "./schema";
import { agentToolSchema, toolStubsSchema } from "./tool-schema";

export const agentRevisionSchema = z.object({
  number: z.number().int(),
  summary: z.string(),
  author: personSchema,
  createdAt: z.iso.datetime(),
});
export type AgentRevision = z.infer<typeof agentRevisionSchema>;

/** What a revision keeps: everything that decides what the agent is told. */
export const agentSnapshotSchema = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  instructions: z.string(),
  suggestedMessages: z.array(z.string()),
  model: z.string(),
  mode: z.string(),
  dialect: z.string(),
  allowRequestPrompt: z.boolean(),
  routerModel: z.string().nullable().default(null),
  tools: z.array(agentToolSchema).default([]),
  toolStubs: toolStubsSchema.default([]),
  scripts: agentScriptsSchema.default(asTheWorkspace),
  /** Revisions from before agents had a rule say nothing of it (`keepsRule`). */
  ...choiceRuleSchema.shape,
  assignments: z.array(
    z.object({
      skillId: z.uuid(),
      skill: z.string(),
      enabled: z.boolean(),
      priority: z.number().int(),
      follows: z.enum(followKinds),
      label: z.string().nullable(),
      version: z.number().int().nullable(),
    }),
  ),
});
export type AgentSnapshot = z.infer<typeof agentSnapshotSchema>;

/** Whether a stored snapshot says anything of the agent's rule: an empty rule is another thing than none. */
export const keepsRule = (stored: unknown): boolean =>
  typeof stored === "object" && stored !== null && "deniedSkills" in stored;

/** Likewise of scripts: a revision from before agents said anything of them loosens nothing. */
export const keepsScripts = (stored: unknown): boolean =>
  typeof stored === "object" && stored !== null && "scripts" in stored;

/** Only what differs. A value is told as a screen would: `on`, `Rehearsal`, a list line by line. */
export const agentRevisionDiffSchema = z.object({
  from: agentRevisionSchema,
  to: agentRevisionSchema,
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
