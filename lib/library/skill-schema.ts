import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { storableText } from "@/lib/kernel/storable-text";
import { followKinds } from "@/lib/runtime/follow-kinds";
import {
  directions,
  findingsFilters,
  proofStandings,
  skillSorts,
  skillSources,
  skillStates,
} from "./list-options";
import { count, listedFileSchema } from "./package-schema";
import { unchangedSinceSchema, versionSummarySchema } from "./versions/version-schema";

/** Names given here; imported skills keep the name they came with. */
export const newSkillNameSchema = z
  .string()
  .trim()
  .min(1, "Give the skill a name.")
  .max(64, "Use at most 64 characters.")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters, digits and single hyphens.");

export const skillSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  state: z.enum(skillStates),
  archived: z.boolean(),
  /** The highest number that is not withdrawn. */
  latestVersion: z.number().int().nullable(),
  unchangedSince: unchangedSinceSchema,
  labels: z.array(z.object({ name: z.string(), version: z.number().int() })),
  agentCount: count,
  metadataTokens: count,
  instructionTokens: count,
  resourceTokens: count,
  /** Errors, warnings and blocking findings of the draft, without dismissed ones. */
  errorCount: count,
  warningCount: count,
  blockingCount: count,
  draftRevision: z.number().int(),
  updatedAt: z.iso.datetime(),
  updatedBy: personSchema,
  /** Whether the asker may change its draft: by their role, or as its co-maintainer. */
  mayEdit: z.boolean(),
  /** The workspace in which it is written, where that is another one: it can only be read here. */
  receivedFrom: z.string().optional(),
  /** Why the asker sees it, where it is not open to everyone; goes on after the skill’s name. */
  openBy: z.string().optional(),
});
export type SkillSummary = z.infer<typeof skillSummarySchema>;

/** Without a state filter archived skills stay out. */
export const listSkillsSchema = z.object({
  query: storableText.trim().max(200).optional(),
  state: z.enum(skillStates).optional(),
  /** An agent's slug. */
  agent: storableText.max(80).optional(),
  findings: z.enum(findingsFilters).optional(),
  /** A pattern for the whole name: `*` stands for any characters, `?` for one. */
  name: storableText.trim().min(1).max(200).optional(),
  /** Words that the description must all hold, as beginnings of its words or not. */
  words: storableText.trim().min(1).max(200).optional(),
  source: z.enum(skillSources).optional(),
  proof: z.enum(proofStandings).optional().meta({
    description:
      "What the newest runs with a live model say of the skill's current bytes; each skill has the first that fits: `worse` (the tasks are worse, or the trigger suite is below a floor of the review policy), `not-run` (its cases or tasks were not run since these bytes), `proven` (the tasks are improved, or the trigger suite meets the floors), `not-shown`, `no-cases`",
  }),
  /** By relevance where there is a query, else by the last update. */
  sort: z.enum(skillSorts).optional(),
  /** By default names run upwards, everything else downwards. */
  direction: z.enum(directions).optional(),
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListSkills = z.input<typeof listSkillsSchema>;

export const skillListSchema = z.object({
  items: z.array(skillSummarySchema),
  nextCursor: z.string().optional(),
  /** Of everything that matches, on this page or not. */
  total: count,
  totals: z.object({ metadataTokens: count, instructionTokens: count }),
});
export type SkillList = z.infer<typeof skillListSchema>;

/** A frontmatter value as it may be shown: nested lists and maps as YAML-like text. */
const frontmatterEntrySchema = z.object({ key: z.string(), value: z.string() });

export const skillDetailSchema = skillSummarySchema.extend({
  createdAt: z.iso.datetime(),
  createdBy: personSchema,
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  allowedTools: z.array(z.string()),
  /** Names of the `tools:` it declares. */
  tools: z.array(z.string()),
  /** The same as hosts register them: with description and the JSON Schema of their input. */
  toolDefinitions: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      inputSchema: z.looseObject({
        type: z.literal("object"),
        properties: z.record(z.string(), z.unknown()),
        required: z.array(z.string()),
      }),
    }),
  ),
  /** In the order of the file. */
  frontmatter: z.array(frontmatterEntrySchema),
  /** SKILL.md without its frontmatter. */
  body: z.string(),
  /** Of the draft. */
  files: z.array(listedFileSchema),
  /** Newest first, at most 200. */
  versions: z.array(versionSummarySchema),
  /** Agents it is assigned to, by name. */
  agents: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      follows: z.enum(followKinds),
      label: z.string().nullable(),
      version: z.number().int().nullable(),
    }),
  ),
  draft: z.object({
    revision: z.number().int(),
    digest: digestSchema,
    /** The version that it started from. */
    baseVersion: z.number().int().nullable(),
    /** The newest version that is not withdrawn, when it is newer than the one the draft started from. */
    newerVersion: z.number().int().nullable(),
    size: count,
    updatedAt: z.iso.datetime(),
    updatedBy: personSchema,
  }),
  /** The folder on the server's disk that it was read from; null for what was made or imported here. */
  origin: z.object({ path: z.string(), readAt: z.iso.datetime() }).nullable(),
  /** Of a skill that another workspace shares: which there it is, and whether it still does; null for one written here. */
  received: z.object({ workspace: z.string(), skill: z.string(), isShared: z.boolean() }).nullable(),
});
export type SkillDetail = z.infer<typeof skillDetailSchema>;

export const skillTemplates = ["blank", "workflow", "reference", "tool"] as const;

export type SkillTemplate = (typeof skillTemplates)[number];

export const createSkillSchema = z.object({
  name: newSkillNameSchema,
  template: z.enum(skillTemplates).default("blank"),
});
export type CreateSkill = z.input<typeof createSkillSchema>;

export const renameSkillSchema = z.object({ name: newSkillNameSchema });
export type RenameSkill = z.infer<typeof renameSkillSchema>;

export const duplicateSkillSchema = z.object({ name: newSkillNameSchema });
export type DuplicateSkill = z.infer<typeof duplicateSkillSchema>;

export const deleteSkillSchema = z.object({
  /** The skill's name, typed. */
  confirmName: z.string(),
});
export type DeleteSkill = z.infer<typeof deleteSkillSchema>;
