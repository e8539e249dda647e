import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { followKinds } from "@/lib/runtime/follow-kinds";
import {
  agentScriptsSchema,
  asTheWorkspace,
  shownAgentScriptsSchema,
} from "@/lib/runtime/script-rule-schema";
import { agentDialects, builtInModel, mostAssignments, tooManyAssignments } from "./agent-options";
import { choiceRuleSchema, ruleFields, shownRuleFields } from "./choice-schema";
import { agentToolSchema, agentToolsInputSchema, toolStubsInputSchema, toolStubsSchema } from "./tool-schema";

export const labelNameSchema = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/, "A label is lower-case letters and digits, joined by . _ or -.");

const packageFields = {
  digest: z.string(),
  description: z.string(),
  metadataTokens: z.number().int(),
  instructionTokens: z.number().int(),
  resourceTokens: z.number().int(),
  /** False: the model is not told of it, or a person may not activate it. */
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  /** What hosts that read `when_to_use` tell after the description. */
  whenToUse: z.string(),
};

/** What an assignment stands for at this moment; `none` says in words why the agent gets nothing. */
export const resolutionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("version"),
    versionId: z.uuid(),
    number: z.number().int(),
    ...packageFields,
  }),
  z.object({
    kind: z.literal("draft"),
    revision: z.number().int(),
    ...packageFields,
  }),
  /** `withdrawn`: there is a version, but agents no longer get it. `untold`: they would read what nobody sees. */
  z.object({
    kind: z.literal("none"),
    reason: z.string(),
    withdrawn: z.literal(true).exactOptional(),
    untold: z.literal(true).exactOptional(),
  }),
]);
export type Resolution = z.infer<typeof resolutionSchema>;

export const assignmentSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  /** The description the agent would be told; the draft's when there is nothing to tell. */
  description: z.string(),
  enabled: z.boolean(),
  /** 1 is the highest; the last is cut first when the budget is short. */
  priority: z.number().int(),
  follows: z.enum(followKinds),
  label: z.string().nullable(),
  /** The pinned number when it follows one version. */
  version: z.number().int().nullable(),
  resolved: resolutionSchema,
  archived: z.boolean(),
  /** What it could follow instead; no withdrawn version is among them. */
  choices: z.object({
    latest: z.number().int().nullable(),
    versions: z.array(z.number().int()),
    labels: z.array(z.object({ name: z.string(), version: z.number().int() })),
    draftRevision: z.number().int().nullable(),
  }),
});
export type Assignment = z.infer<typeof assignmentSchema>;

const modelSchema = z.union([z.literal(builtInModel), z.uuid()], {
  error: "Choose Rehearsal or one of the workspace's models.",
});

const agentFields = {
  name: oneLineText("Give the agent a name.").max(60),
  description: storableText.trim().max(500),
  instructions: storableText.max(100_000),
  suggestedMessages: z.array(storableText.trim().min(1).max(1_000)).max(8),
  model: modelSchema,
  /** Asked first in router mode; null for the agent's own. */
  routerModel: modelSchema.nullable(),
  tools: agentToolsInputSchema,
  toolStubs: toolStubsInputSchema,
  mode: z.enum(catalogueModes),
  dialect: z.enum(agentDialects),
  allowRequestPrompt: z.boolean(),
  scripts: agentScriptsSchema,
  ...ruleFields,
};

export const agentSummarySchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  model: z.string(),
  modelName: z.string(),
  mode: z.string(),
  dialect: z.string(),
  revision: z.number().int(),
  /** Assignments that are on, and all of them. */
  enabledCount: z.number().int(),
  assignmentCount: z.number().int(),
  conversationCount: z.number().int(),
  suggestedMessages: z.array(z.string()),
  /** The configuration file that it is kept in and changed in; null: it is kept here. */
  declaredIn: z.string().nullable(),
  updatedAt: z.iso.datetime(),
  updatedBy: personSchema,
});
export type AgentSummary = z.infer<typeof agentSummarySchema>;

export const agentSchema = agentSummarySchema.extend({
  instructions: z.string(),
  /** An estimate. */
  instructionTokens: z.number().int(),
  allowRequestPrompt: z.boolean(),
  routerModel: z.string().nullable(),
  /** Tools besides skills; values of headers are not among what is answered. */
  tools: z.array(agentToolSchema),
  toolStubs: toolStubsSchema,
  /** Whether its scripts run, within what the workspace says. */
  scripts: shownAgentScriptsSchema,
  /** By what it takes skills. */
  ...shownRuleFields,
  assignments: z.array(assignmentSchema),
  createdAt: z.iso.datetime(),
});
export type Agent = z.infer<typeof agentSchema>;

export const listAgentsSchema = z.object({
  query: storableText.trim().max(100).optional(),
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
export type ListAgents = z.input<typeof listAgentsSchema>;

export const agentListSchema = z.object({
  items: z.array(agentSummarySchema),
  nextCursor: z.string().optional(),
  total: z.number().int(),
});
export type AgentList = z.infer<typeof agentListSchema>;

/** What an agent gets of a skill, and whether it does at present. */
export const assignmentFields = {
  enabled: z.boolean().default(true),
  follows: z.enum(followKinds).default("latest"),
  /** Needed when it follows a label; the label may not exist yet. */
  label: labelNameSchema.optional(),
  /** Needed when it follows one version; it must exist, and not be withdrawn unless it is pinned already. */
  version: rowNumber.optional(),
};
type Followed = Pick<z.output<z.ZodObject<typeof assignmentFields>>, "follows" | "label" | "version">;

/** Refuses to follow a label or a version without saying which. */
export function requireFollowed(
  item: Followed & { skill?: string | undefined },
  check: z.core.$RefinementCtx,
): void {
  const name = item.skill ?? "the skill";
  if (item.follows === "label" && item.label === undefined)
    check.addIssue({ code: "custom", path: ["label"], message: `Say which label ${name} follows.` });
  if (item.follows === "version" && item.version === undefined)
    check.addIssue({ code: "custom", path: ["version"], message: `Say which version ${name} follows.` });
}

export const assignmentInputSchema = z
  .object({ skill: storableText.min(1).max(200), ...assignmentFields })
  .superRefine(requireFollowed);
export type AssignmentInput = z.input<typeof assignmentInputSchema>;

/** Assignments in order of priority, each skill once. */
const assignmentListSchema = z
  .array(assignmentInputSchema)
  .max(mostAssignments, tooManyAssignments("An agent"))
  .superRefine((items, refinement) => {
    const seen = new Set<string>();
    for (const [at, { skill }] of items.entries()) {
      if (seen.has(skill))
        refinement.addIssue({
          code: "custom",
          path: [at, "skill"],
          message: `${skill} is in the list twice.`,
        });
      seen.add(skill);
    }
  });

export const createAgentSchema = z.object({
  ...agentFields,
  description: agentFields.description.default(""),
  instructions: agentFields.instructions.default(""),
  suggestedMessages: agentFields.suggestedMessages.default([]),
  model: agentFields.model.default(builtInModel),
  routerModel: agentFields.routerModel.default(null),
  tools: agentFields.tools.default([]),
  toolStubs: agentFields.toolStubs.default([]),
  /** The dialect's own when absent. */
  mode: agentFields.mode.optional(),
  dialect: agentFields.dialect.default("standard"),
  allowRequestPrompt: agentFields.allowRequestPrompt.default(true),
  scripts: agentFields.scripts.default(asTheWorkspace),
  ...choiceRuleSchema.shape,
  /** In order of priority. */
  assignments: assignmentListSchema.default([]),
});
export type CreateAgent = z.input<typeof createAgentSchema>;

/** The revision a change started from: a stale one is refused, so that nobody undoes what they have not seen. */
const baseRevision = rowNumber;

/** A new name changes the agent's address too. */
export const editAgentSchema = z
  .object({ baseRevision, ...agentFields })
  .partial()
  .required({
    baseRevision: true,
  });
export type EditAgent = z.infer<typeof editAgentSchema>;

export const deleteAgentSchema = z.object({
  /** The agent's name, typed. */
  confirmName: z.string(),
});
export type DeleteAgent = z.infer<typeof deleteAgentSchema>;

export const deletedAgentSchema = z.object({ conversationsDeleted: z.number().int() });
export type DeletedAgent = z.infer<typeof deletedAgentSchema>;

/** The whole list, in order of priority. */
export const setAssignmentsSchema = z.object({
  baseRevision,
  items: assignmentListSchema,
});
export type SetAssignments = z.input<typeof setAssignmentsSchema>;
