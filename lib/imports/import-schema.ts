import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { findingSchema, skillIssueSchema } from "@/lib/library/issue-schema";
import { count, levelTokensSchema } from "@/lib/library/package-schema";
import { newSkillNameSchema } from "@/lib/library/skill-schema";

export const importStates = [
  "reading",
  "ready",
  "storing",
  "done",
  "cancelled",
  "failed",
  "interrupted",
] as const;
export const importItemStates = ["found", "refused", "waiting", "stored", "skipped", "failed"] as const;
export const importChoices = ["create", "update", "rename", "skip"] as const;

/** What was left out of an upload, or put right in it: links, special files, names. `path` is empty for a sum of many. */
export const importNoteSchema = z.object({ rule: z.string(), path: z.string(), message: z.string() });
export type ImportNote = z.infer<typeof importNoteSchema>;

/** One uploaded archive, or everything that came loose. A refused one says by which rule. */
export const importSourceSchema = z.object({
  fileName: z.string(),
  size: count,
  state: z.enum(["waiting", "read", "refused"]),
  packages: count,
  /** Files that belong to no package, and what systems leave behind. */
  ignoredFiles: count,
  rule: z.string().exactOptional(),
  path: z.string().exactOptional(),
  message: z.string().exactOptional(),
  /** About entries outside of every package; paths are the source's. */
  notes: z.array(importNoteSchema).default([]),
});
export type ImportSource = z.infer<typeof importSourceSchema>;

/**
 * What the library, or an earlier item of the same import, has already. `version` null: the draft. A similar name
 * differs only in case or in the form of its letters, so that both cannot be had.
 */
export const importMatchSchema = z.object({
  kind: z.enum(["same-digest", "same-name", "similar-name"]),
  skill: z.string(),
  version: z.number().int().nullable(),
  within: z.enum(["library", "import"]),
});

export const importItemSchema = z.object({
  id: z.uuid(),
  source: z.string(),
  /** Folder inside the source; empty at its top. */
  root: z.string(),
  name: z.string(),
  description: z.string(),
  digest: digestSchema.nullable(),
  size: count,
  fileCount: count,
  /** Paths of the files that their owner may run, while the upload is kept. */
  executableFiles: z.array(z.string()),
  tokens: levelTokensSchema,
  state: z.enum(importItemStates),
  /** The folder of the package that contains this one. */
  nestedIn: z.string().nullable(),
  match: importMatchSchema.nullable(),
  errorCount: count,
  warningCount: count,
  blockingCount: count,
  /** The first 50 of each, worst first. */
  issues: z.array(skillIssueSchema),
  findings: z.array(findingSchema),
  choice: z.enum(importChoices).nullable(),
  newName: z.string().nullable(),
  /** Why it was refused, skipped or failed: in words, and by which rule if by one. */
  message: z.string().nullable(),
  rule: z.string().nullable(),
  /** The file of the package that it was refused for. */
  path: z.string().nullable(),
  /** About its files; paths are the package's. */
  notes: z.array(importNoteSchema),
  /** The stored skill's name. */
  skill: z.string().nullable(),
});
export type ImportItem = z.infer<typeof importItemSchema>;

const importProgressFields = {
  id: z.uuid(),
  state: z.enum(importStates),
  /** Packages read while reading, packages dealt with while storing. `total` grows while archives are opened. */
  progress: z.object({ done: count, total: count }),
};
export const importProgressSchema = z.object(importProgressFields);
export type ImportProgress = z.infer<typeof importProgressSchema>;

export const importSummarySchema = z.object({
  ...importProgressFields,
  sources: z.array(importSourceSchema),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: personSchema,
  finishedAt: z.iso.datetime().nullable(),
  /** Until when the staged files are kept. */
  expiresAt: z.iso.datetime(),
  report: z.object({
    found: count,
    refused: count,
    waiting: count,
    stored: count,
    skipped: count,
    failed: count,
  }),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

export const importSchema = importSummarySchema.extend({ items: z.array(importItemSchema) });
export type Import = z.infer<typeof importSchema>;

export const importListSchema = z.object({ items: z.array(importSummarySchema) });

export const importChoiceSchema = z.object({
  itemId: z.uuid(),
  choice: z.enum(importChoices),
  /** For `rename`; a free name is made from the old one when absent. */
  newName: newSkillNameSchema.exactOptional(),
});

/**
 * `rest` decides the items without a choice of their own whose name is taken; one that is only similar to a taken one
 * is renamed or skipped. New names are created and packages that are already here are skipped, unless `rest` is
 * `skip`: then nothing else is stored.
 */
export const storeImportSchema = z.object({
  choices: z.array(importChoiceSchema).max(5_000).default([]),
  rest: z.enum(["update", "rename", "skip"]).optional(),
});
export type StoreImport = z.input<typeof storeImportSchema>;
