import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { followKinds } from "@/lib/runtime/follow-kinds";

/** Which labels would be moved to the new version together with publishing, separated by commas. */
export const impactQuerySchema = z.object({
  labels: storableText
    .max(900)
    .default("")
    .transform((text) => text.split(",").filter(Boolean)),
});
export type ImpactQuery = z.input<typeof impactQuerySchema>;

/** How the skill's own description fares in an agent's catalogue. */
const fareSchema = z.object({
  /** `none`: nothing is told of it, as it is off, archived, or kept from the model. */
  state: z.enum(["whole", "cut", "omitted", "searched", "none"]),
  /** Of a description that is cut. */
  keptCharacters: z.number().int().nullable(),
});
export type SkillFare = z.infer<typeof fareSchema>;

const measuredSchema = z.object({ characters: z.number().int(), tokens: z.number().int() });

const choiceSchema = z.object({ in: z.boolean(), why: z.string() });

export const agentImpactSchema = z.object({
  agent: z.object({ slug: z.string(), name: z.string() }),
  enabled: z.boolean(),
  /** False: the agent finds it by its rule. */
  assigned: z.boolean(),
  /** What the agent's rule says of it now and after; `why` goes on after its name. */
  choice: z.object({ before: choiceSchema, after: choiceSchema }),
  follows: z.enum(followKinds),
  label: z.string().nullable(),
  /** The version it gets now and the one it would get; null for none, and for a follower of the draft. */
  versionBefore: z.number().int().nullable(),
  versionAfter: z.number().int().nullable(),
  changes: z.boolean(),
  before: measuredSchema,
  after: measuredSchema,
  budgetCharacters: z.number().int(),
  /** This skill's own description there, now and after. */
  own: z.object({ before: fareSchema, after: fareSchema }),
  /** How many other skills' descriptions are cut or left out there now, and stay so. */
  othersStayCut: z.number().int(),
  /** What would newly be cut or left out of the catalogue, and what would no longer be. */
  cut: z.array(z.object({ skill: z.string(), omitted: z.boolean(), reason: z.string() })),
  freed: z.array(z.string()),
  /** Skills of the agent whose description claims the same work as the draft's. */
  collisions: z.array(
    z.object({
      skill: z.string(),
      /** Its score for the draft's description, as a share of the draft's own. */
      share: z.number(),
      words: z.array(z.string()),
      /** How alike they are by meaning, at most 1, where embeddings found it; then `share` may be 0. Null else. */
      likeness: z.number().nullable(),
      /** The published version collides with it already. */
      before: z.boolean(),
    }),
  ),
});
export type AgentImpact = z.infer<typeof agentImpactSchema>;

export const impactSchema = z.object({
  /** The number that the draft would be published as. */
  nextVersion: z.number().int(),
  /** Other skills whose name differs by case or separators alone: hosts may take one for the other. */
  similarNames: z.array(z.string()),
  /** Agents that have the skill or find it by their rule, those that would change first. */
  agents: z.array(agentImpactSchema),
});
export type Impact = z.infer<typeof impactSchema>;
