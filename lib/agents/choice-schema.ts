import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { choiceReasons, mostRuleItems, uncheckedNeeds } from "./choice-options";

const item = (what: string, most: number) =>
  storableText.trim().min(1, `Write ${what}, or take the empty line out.`).max(most);

const listOf = (schema: ReturnType<typeof item>) =>
  z.array(schema).max(mostRuleItems, `At most ${mostRuleItems}.`);

const capabilities = listOf(item("a capability", 100)).nullable();
const skillTypes = listOf(item("a type", 100)).nullable();
const patterns = listOf(item("the pattern of a name", 200));
const os = item("a system", 40).nullable();
const facts = listOf(item("a name", 200)).nullable();

/** By what an agent takes skills, as it is changed: what is null was never said, so nothing is kept out for it. */
export const ruleFields = {
  capabilities,
  skillTypes,
  autoDiscover: z.boolean(),
  allowedSkills: patterns,
  deniedSkills: patterns,
  /** Facts of the machine where the agent runs; whoever changes one gives all. */
  environment: z.object({ os: os.default(null), bins: facts.default(null), env: facts.default(null) }),
};

const shown = z.array(z.string());

/** As it is answered. */
export const shownRuleFields = {
  capabilities: shown.nullable(),
  skillTypes: shown.nullable(),
  autoDiscover: z.boolean(),
  allowedSkills: shown,
  deniedSkills: shown,
  environment: z.object({ os: z.string().nullable(), bins: shown.nullable(), env: shown.nullable() }),
};

/** The same where nothing has to be said, as it is stored: agents that say nothing take what they are assigned. */
export const choiceRuleSchema = z.object({
  capabilities: capabilities.default(null),
  skillTypes: skillTypes.default(null),
  autoDiscover: z.boolean().default(false),
  allowedSkills: patterns.default([]),
  deniedSkills: patterns.default([]),
  environment: ruleFields.environment.default({ os: null, bins: null, env: null }),
});
export type StoredRule = z.output<typeof choiceRuleSchema>;

/** What is of the rule among some settings, and what is not. */
export function takeRule<Given extends Partial<StoredRule>>(
  given: Given,
): [Partial<StoredRule>, Omit<Given, keyof StoredRule>] {
  const { capabilities, skillTypes, autoDiscover, allowedSkills, deniedSkills, environment, ...rest } = given;
  const rule = { capabilities, skillTypes, autoDiscover, allowedSkills, deniedSkills, environment };
  return [Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)), rest];
}

/** A stored rule. What no release has written lets nothing in: a list of what is denied may stand in it. */
export const parseRule = (stored: unknown): StoredRule =>
  choiceRuleSchema.safeParse(stored).data ?? choiceRuleSchema.parse({ deniedSkills: ["*"] });

/** The rule among other settings of an agent. */
export function ruleOf({
  capabilities,
  skillTypes,
  autoDiscover,
  allowedSkills,
  deniedSkills,
  environment,
}: StoredRule): StoredRule {
  return { capabilities, skillTypes, autoDiscover, allowedSkills, deniedSkills, environment };
}

const skillChoiceSchema = z.object({
  in: z.boolean(),
  reason: z.enum(choiceReasons),
  /** What the reason is about: the pattern, the type, what is missing. Of allowed patterns the first few. */
  items: z.array(z.string()),
  /** How many there are of them. */
  total: z.number().int(),
  /** What it needs and nobody has said of this agent; it stays in. */
  unchecked: z.array(z.object({ need: z.enum(uncheckedNeeds), items: z.array(z.string()) })),
  /** Goes on after the skill's name, without a full stop. */
  why: z.string(),
  /** The same of what is not checked; empty when nothing is. */
  leftOpen: z.string(),
});

export const agentSkillsSchema = z.object({
  /** Those that are assigned in order of priority, then, with auto-discovery, the published others by name. */
  items: z.array(
    z.object({
      skillId: z.uuid(),
      skill: z.string(),
      assigned: z.boolean(),
      version: z.number().int().nullable(),
      draftRevision: z.number().int().nullable(),
      description: z.string(),
      choice: skillChoiceSchema,
      /** Why there is nothing to get of it at present, though the rule lets it in; null when there is. */
      nothing: z.string().nullable(),
    }),
  ),
});
export type AgentSkills = z.infer<typeof agentSkillsSchema>;
