import { z } from "zod";
import { mostAssignments } from "@/lib/agents/agent-options";
import { ruleFields } from "@/lib/agents/choice-schema";
import { createAgentSchema } from "@/lib/agents/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { unlessExtra } from "@/lib/kernel/unless-extra";
import { setLimitsSchema } from "@/lib/library/limits/limit-schema";
import { policySchema } from "@/lib/reviews/review-schema";
import { createSourceSchema } from "@/lib/sources/schema";
import { mostSources } from "@/lib/sources/source-options";
import { declaredOutcomes } from "./declared-options";
import { skillEntrySchema } from "./entry-schema";

/** As a file names models: what the app calls them. */
const modelName = oneLineText("Name a model, as the app calls it.").max(200);

const { tools: _, toolStubs: __, assignments: ___, ...settings } = createAgentSchema.shape;

/** An agent as a file says it. Other tools and saved results are people's, in the app: they may hold keys. */
export const declaredAgentSchema = z.strictObject(
  {
    ...settings,
    model: modelName.default("Rehearsal"),
    routerModel: modelName.nullable().default(null),
    environment: z
      .strictObject(ruleFields.environment.shape, { error: unlessExtra })
      .default({ os: null, bins: null, env: null }),
    /** In order of priority. */
    skills: z.array(skillEntrySchema).max(mostAssignments).default([]),
  },
  { error: unlessExtra },
);
export type DeclaredAgent = z.output<typeof declaredAgentSchema>;

/** The parts of the policy that are given; the others stay as they are. `proof.model` is a name. */
export const declaredPolicySchema = z
  .strictObject(
    {
      ...policySchema.shape,
      /** What is left out asks for nothing. */
      proof: z
        .strictObject(
          { ...policySchema.shape.proof.shape, model: modelName.nullable() },
          { error: unlessExtra },
        )
        .partial(),
    },
    { error: unlessExtra },
  )
  .partial();
export type DeclaredPolicy = z.output<typeof declaredPolicySchema>;

const notInFile = (what: string) =>
  z
    .never(`Take ${what} out of the file: it is given in the app, under Settings > Sources, and kept sealed.`)
    .optional();

/** A source as a file says it. Its token or key and its webhook are people's, in the app: no file holds a secret. */
export const declaredSourceSchema = z.strictObject(
  {
    ...createSourceSchema.shape,
    token: notInFile("the token"),
    key: notInFile("the key"),
    /** Whether it asks for a token: then it is told for as long as none was given in the app. */
    needsToken: z.boolean().default(false),
  },
  { error: unlessExtra },
);
export type DeclaredSource = z.output<typeof declaredSourceSchema>;

/** Of one file. */
export const mostAgents = 500;
/** Of the text of one file. */
export const mostCharacters = 1_000_000;

export const declarationSchema = z.looseObject({
  sources: z.array(declaredSourceSchema).max(mostSources).default([]),
  agents: z.array(declaredAgentSchema).max(mostAgents).default([]),
  policy: declaredPolicySchema.optional(),
  /** The limits that are given; the others stay as they are, and null takes the usual one. */
  limits: z.strictObject(setLimitsSchema.shape, { error: unlessExtra }).optional(),
});
export type Declaration = z.output<typeof declarationSchema>;

const itemSchema = z.object({
  kind: z.enum(["agent", "source", "policy", "limits"]),
  /** The agent's name and address; a source has a name alone, and policy and limits have neither. */
  name: z.string(),
  slug: z.string(),
  outcome: z.enum(declaredOutcomes),
  /** What changes, in words; empty where nothing does. */
  summary: z.string(),
  /** What a person still has to give it in the app, as no file may hold it, in words; empty where that is nothing. */
  needs: z.string(),
  /** `greenroom.yaml:4:3`; empty for what the file no longer names. */
  place: z.string(),
});
export type DeclaredItem = z.infer<typeof itemSchema>;

const problemSchema = z.object({ place: z.string(), message: z.string() });
export type DeclaredProblem = z.infer<typeof problemSchema>;

export const appliedSchema = z.object({
  /** False for a look, and where there are problems: then nothing was written at all. */
  applied: z.boolean(),
  items: z.array(itemSchema),
  problems: z.array(problemSchema),
});
export type Applied = z.infer<typeof appliedSchema>;

/** The text of a configuration file. */
export const applySchema = z.object({
  text: z.string().max(mostCharacters),
  /** What the file is called, for messages and for what is kept in it. */
  file: oneLineText("Say what the file is called.").max(300).default("greenroom.yaml"),
  /** Says what would be done, and does nothing. */
  dryRun: z.boolean().default(false),
  /** Its sources alone, and nothing else of it: skills that its agents name may come from them first. */
  sourcesOnly: z.boolean().default(false),
});
export type ApplyRequest = z.input<typeof applySchema>;

/** The server's own file, as far as it is about this workspace. */
export const configurationSchema = z.object({
  /** Null where there is no such file, it says nothing of sources, agents, policy and limits here, or nobody knows whether it does. */
  file: z.string().nullable(),
  /** Whether the server's file cannot be used at present, so that nobody knows what it says, or of which workspace. */
  unusable: z.boolean(),
  /** Whether it was looked at: who may not edit agents is told the file's name alone. */
  looked: z.boolean(),
  /** What applying it would do now: all unchanged where nothing drifted. */
  items: z.array(itemSchema),
  problems: z.array(problemSchema),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** What is here, as a file that says the same. */
export const writtenConfigurationSchema = z.object({
  /** What it is to be called: as the file that keeps something here, else `greenroom.yaml`. */
  file: z.string(),
  /** YAML; what it cannot say stands at its head too. */
  text: z.string(),
  /** What no file can say, or none holds, a sentence each. */
  notes: z.array(z.string()),
});
export type WrittenConfiguration = z.infer<typeof writtenConfigurationSchema>;
