import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { storableText } from "@/lib/kernel/storable-text";
import { count } from "@/lib/library/package-schema";

/**
 * What a reading of the configured folders found about one package, or about a path that is none:
 * `edited` has a newer text here than on disk; `conflict` has changed in both, and the draft is left as it is.
 */
export const directoryOutcomes = [
  "new",
  "changed",
  "unchanged",
  "edited",
  "conflict",
  "gone",
  "duplicate",
  "failed",
  "note",
] as const;
export type DirectoryOutcome = (typeof directoryOutcomes)[number];

export const directoryEntrySchema = z.object({
  outcome: z.enum(directoryOutcomes),
  /** Absolute: the package's folder, or what failed. */
  path: z.string(),
  /** Its name in the library, or the one it would have; null for what is no package. */
  skill: z.string().nullable(),
  /** Why, in a sentence; empty when the outcome says it all. */
  message: z.string(),
  /** Files of the package that were left out, and why. */
  notes: z.array(z.string()),
  /** How the text on disk differs from the draft it was compared with; at most 100 files. */
  files: z.array(z.object({ path: z.string(), change: z.enum(["added", "changed", "removed"]) })).default([]),
});
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>;

export const directoryLoadSchema = z.object({
  id: z.uuid(),
  trigger: z.enum(["start", "request", "watch"]),
  strict: z.boolean(),
  /** Packages that are in the library as they are on disk, or newer. */
  loaded: count,
  failed: count,
  entries: z.array(directoryEntrySchema),
  durationMs: count,
  traceId: z.string(),
  startedAt: z.iso.datetime(),
});
export type DirectoryLoad = z.infer<typeof directoryLoadSchema>;

export const pathStates = ["found", "missing", "not-a-folder", "unreadable"] as const;

export const directoriesSchema = z.object({
  /** Whether the configuration names folders for this workspace. */
  configured: z.boolean(),
  /** The file or variable that names them. */
  source: z.string().nullable(),
  strict: z.boolean(),
  paths: z.array(
    z.object({
      path: z.string(),
      state: z.enum(pathStates),
      /** Skills of the library that were read from it. */
      skills: count,
      include: z.array(z.string()),
      exclude: z.array(z.string()),
    }),
  ),
  /** Workspaces that the configuration names and nobody has made, and where it does; told to operators alone. */
  waiting: z.array(z.object({ workspace: z.string(), place: z.string() })),
  lastLoad: directoryLoadSchema.nullable(),
  /** What is wrong with the configuration, by file, line and column. */
  problem: z.string().nullable(),
});
export type Directories = z.infer<typeof directoriesSchema>;

export const directoryChangesSchema = z.object({
  /** Names exactly this state of disk and library; a reading that carries it is refused when either has moved on. */
  fingerprint: digestSchema,
  entries: z.array(directoryEntrySchema),
  durationMs: count,
});
export type DirectoryChanges = z.infer<typeof directoryChangesSchema>;

export const readDirectoriesSchema = z.object({
  fingerprint: digestSchema.optional(),
  /** Paths of conflicts whose text on disk replaces the draft here. */
  take: z.array(storableText.min(1).max(4_096)).max(2_000).default([]),
});
export type ReadDirectories = z.input<typeof readDirectoriesSchema>;
