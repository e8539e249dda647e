import { z } from "zod";
import { approvalRecordSchema } from "@/lib/approvals/approval-schema";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { findingSchema, skillIssueSchema } from "./issue-schema";
import { directions, findingsFilters, skillSorts, skillSources, skillStates } from "./list-options";

/** Names given here; imported skills keep the name they came with. */
export const newSkillNameSchema = z
  .string()
  .trim()
  .min(1, "Give the skill a name.")
  .max(64, "Use at most 64 characters.")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters, digits and single hyphens.");

export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, "A digest is 64 hexadecimal digits.");
export const count = z.number().int().min(0);
const filePathSchema = z.string().min(1, "Name the file.").max(1_000);

/** Somebody who may has read a finding and accepted it. It holds as long as the text stays what it was about. */
const dismissalSchema = z.object({ reason: z.string(), by: personSchema, at: z.iso.datetime() });
export const draftFindingSchema = findingSchema.extend({ dismissal: dismissalSchema.nullable() });
export type DraftFinding = z.infer<typeof draftFindingSchema>;

/** What a version was published with. */
export const versionDismissalSchema = dismissalSchema.extend({
  fingerprint: digestSchema,
  rule: z.string(),
  path: z.string(),
  line: count,
  message: z.string(),
  excerpt: z.string(),
});
export type VersionDismissal = z.infer<typeof versionDismissalSchema>;

/** Estimates (o200k_base) of the three levels: always in context, on activation, only when read. */
export const levelTokensSchema = z.object({ metadata: count, instructions: count, resources: count });
export type LevelTokens = z.infer<typeof levelTokensSchema>;

// ---------------------------------------------------------------- skills

export const skillSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  state: z.enum(skillStates),
  archived: z.boolean(),
  /** The highest number that is not withdrawn. */
  latestVersion: z.number().int().nullable(),
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

const manifestFileSchema = z.object({ path: z.string(), size: count, sha256: digestSchema });
const fileKindSchema = z.enum(["text", "binary"]);

/** Of a package whose bytes were read: `kind` is what they are. */
export const packageFileSchema = manifestFileSchema.extend({ kind: fileKindSchema });
export type PackageFileInfo = z.infer<typeof packageFileSchema>;

/** Of a list that reads no bytes. Asked for alone, the file says what it is. */
const listedFileSchema = manifestFileSchema.extend({ guessedKind: fileKindSchema });
export type ListedFile = z.infer<typeof listedFileSchema>;

/** Agents no longer get the version; it stays readable. */
const withdrawalSchema = z.object({ reason: z.string(), by: personSchema, at: z.iso.datetime() });

export const versionSummarySchema = z.object({
  id: z.uuid(),
  number: z.number().int(),
  digest: digestSchema,
  note: z.string(),
  author: personSchema,
  createdAt: z.iso.datetime(),
  labels: z.array(z.string()),
  withdrawal: withdrawalSchema.nullable(),
  size: count,
  fileCount: count,
  tokens: levelTokensSchema,
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;

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
      follows: z.enum(["latest", "label", "version", "draft"]),
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

// ---------------------------------------------------------------- drafts

export const draftSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  revision: z.number().int(),
  digest: digestSchema,
  baseVersion: z.number().int().nullable(),
  updatedAt: z.iso.datetime(),
  updatedBy: personSchema,
  files: z.array(packageFileSchema),
  issues: z.array(skillIssueSchema),
  /** The dismissed ones, too: `dismissal` says by whom and why. */
  findings: z.array(draftFindingSchema),
  tokens: levelTokensSchema,
});
export type Draft = z.infer<typeof draftSchema>;

/** `text` is there for text files of at most 2 MiB. */
export const fileContentSchema = packageFileSchema.extend({ text: z.string().exactOptional() });
export type FileContent = z.infer<typeof fileContentSchema>;

export const filePathQuerySchema = z.object({ path: storableText.min(1, "Name the file.").max(1_000) });

/** 10 MiB in base64: the limit of one file. */
const longestBase64 = 14_000_000;
export const draftChangeSchema = z.union([
  z.object({ op: z.literal("write"), path: filePathSchema, text: z.string().max(11_000_000) }),
  z.object({
    op: z.literal("write"),
    path: filePathSchema,
    base64: z
      .string()
      .max(longestBase64)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, "This is not base64."),
  }),
  z.object({ op: z.literal("delete"), path: filePathSchema }),
  /** A file, or a folder with everything in it. */
  z.object({ op: z.literal("move"), from: filePathSchema, to: filePathSchema }),
]);
export type DraftChange = z.infer<typeof draftChangeSchema>;

/** All of it or nothing, in order. `baseRevision` is the revision that the person was looking at. */
export const changeDraftSchema = z.object({
  baseRevision: rowNumber,
  changes: z.array(draftChangeSchema).min(1, "There is nothing to save.").max(1_000),
});
export type ChangeDraft = z.infer<typeof changeDraftSchema>;

/** `rebased`: somebody saved other files meanwhile; both are in. */
export const savedDraftSchema = draftSchema.extend({ rebased: z.boolean() });
export type SavedDraft = z.infer<typeof savedDraftSchema>;

/** `details` of the 409: the touched files as they are now, so that both texts can be shown. */
export const draftConflictSchema = z.object({
  revision: z.number().int(),
  digest: digestSchema,
  updatedAt: z.iso.datetime(),
  updatedBy: personSchema,
  /** A file that is gone has neither sha256 nor text. */
  files: z.array(
    z.object({ path: z.string(), sha256: digestSchema.exactOptional(), text: z.string().exactOptional() }),
  ),
});
export type DraftConflict = z.infer<typeof draftConflictSchema>;

// ---------------------------------------------------------------- versions

export const versionListSchema = z.object({
  items: z.array(versionSummarySchema),
  nextCursor: z.string().optional(),
});
export type VersionList = z.infer<typeof versionListSchema>;
export const listVersionsSchema = z.object({
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListVersions = z.input<typeof listVersionsSchema>;

export const versionSchema = versionSummarySchema.extend({
  name: z.string(),
  description: z.string(),
  files: z.array(listedFileSchema),
  dismissals: z.array(versionDismissalSchema),
  /** How the review policy was met, or passed by. */
  approval: approvalRecordSchema,
});
export type Version = z.infer<typeof versionSchema>;
