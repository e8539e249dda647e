import { z } from "zod";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { hostRefusalSchema, toolDefinitionSchema } from "@/lib/runtime/event-parts";
import { agentDialects } from "./agent-options";

export const catalogueQuerySchema = z.object({
  /** Simulates another limit, in characters. */
  budget: z.coerce.number().int().min(0).max(10_000_000).optional(),
  /** As another host would present the same skills. */
  dialect: z.enum(agentDialects).optional(),
  mode: z.enum(catalogueModes).optional(),
});
export type CatalogueQuery = z.input<typeof catalogueQuerySchema>;

export const agentCatalogueSchema = z.object({
  dialect: z.string(),
  /** What the mode comes down to with these skills: `auto` is inline or search. */
  mode: z.enum(catalogueModes),
  /** The exact text; empty when no skill is on, and for hosts that tell of skills in their tools alone. */
  text: z.string(),
  /** An estimate. */
  tokens: z.number().int(),
  characters: z.number().int(),
  budgetCharacters: z.number().int(),
  /** The host's rule for its budget, in a sentence. */
  budgetRule: z.string(),
  /** None without skills. */
  tools: z.array(toolDefinitionSchema),
  /** An estimate. */
  toolTokens: z.number().int(),
  /** The first skill, in order of priority, that the budget cuts or leaves out; null when all fit. */
  cutFrom: z.string().nullable(),
  /** Those that are assigned and on, in order of priority, then what the agent finds by its rule. */
  skills: z.array(
    z.object({
      skill: z.string(),
      version: z.number().int().nullable(),
      draftRevision: z.number().int().nullable(),
      tokens: z.number().int(),
      truncated: z.boolean(),
      omitted: z.boolean(),
      /** Cut or left out by the budget, or by the host's limit for one description. */
      overBudget: z.boolean(),
      /** What is left of a description that was cut; null for one that is told whole or not at all. */
      keptCharacters: z.number().int().nullable(),
      reason: z.string().nullable(),
      /** Where the host of this dialect does not load it: then no model hears of it. */
      refusal: hostRefusalSchema.nullable(),
      /** What its author allows: hidden from the model, or from people. */
      modelInvocable: z.boolean(),
      userInvocable: z.boolean(),
    }),
  ),
});
export type AgentCatalogue = z.infer<typeof agentCatalogueSchema>;
