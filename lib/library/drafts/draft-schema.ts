import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { findingSchema, skillIssueSchema } from "../issue-schema";
import { dismissalSchema, filePathSchema, levelTokensSchema, packageFileSchema } from "../package-schema";
import { unchangedSinceSchema } from "../versions/version-schema";

export const draftFindingSchema = findingSchema.extend({ dismissal: dismissalSchema.nullable() });
export type DraftFinding = z.infer<typeof draftFindingSchema>;

export const draftSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  revision: z.number().int(),
  digest: digestSchema,
  baseVersion: z.number().int().nullable(),
  unchangedSince: unchangedSinceSchema,
  updatedAt: z.iso.datetime(),
  updatedBy: personSchema,
  /** Only there, and true, where a machine asks that saved it last itself: what it pushes now takes nobody's words away. */
  isByThisMachine: z.literal(true).exactOptional(),
  files: z.array(packageFileSchema),
  issues: z.array(skillIssueSchema),
  /** The dismissed ones, too: `dismissal` says by whom and why. */
  findings: z.array(draftFindingSchema),
  tokens: levelTokensSchema,
});
export type Draft = z.infer<typeof draftSchema>;

/** 10 MiB in base64: the limit of one file. */
const longestBase64 = 14_000_000;

/** Of a written file; absent: as it was, and not executable where there was none. */
const executable = z.boolean().exactOptional();

export const draftChangeSchema = z.union([
  z.object({ op: z.literal("write"), path: filePathSchema, executable, text: z.string().max(11_000_000) }),
  z.object({
    op: z.literal("write"),
    path: filePathSchema,
    executable,
    base64: z
      .string()
      .max(longestBase64)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, "This is not base64."),
  }),
  z.object({ op: z.literal("delete"), path: filePathSchema }),
  /** Whether its owner may run the file. The digest stays as it is. */
  z.object({ op: z.literal("set-executable"), path: filePathSchema, executable: z.boolean() }),
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
