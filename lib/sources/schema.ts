import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import {
  hostFingerprint,
  remoteKey,
  remoteToken,
  remoteUserName,
  repositoryUrl,
  sshSchema,
} from "@/lib/git/remote-schema";
import { directoryEntrySchema } from "@/lib/imports/directory-schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { count, filePathSchema } from "@/lib/library/package-schema";
import { checkPackagePath } from "@/lib/skills/package-path";
import { sourcePatterns } from "./pattern-schema";
import { hookResults, scheduleMinutes, sourceFailures, sourceKinds, sourceNeeds } from "./source-options";

const name = storableText
  .trim()
  .min(1, "Give the source a name.")
  .max(80, "Use at most 80 characters.")
  .refine((text) => !/\p{C}/u.test(text), "A name has no control characters.");

const missingUrl =
  "Give the address, as https://github.com/meridian/skills.git or git@github.com:meridian/skills.git.";

/** Tools write a registry's as oci://. */
const url = z
  .string({ error: missingUrl })
  .transform((text) => text.trim().replace(/^oci:\/\//, "https://"))
  .pipe(
    repositoryUrl({ missing: missingUrl }).refine(
      (text) => !/[#\s]/.test(text),
      "Leave out spaces and #: only the address.",
    ),
  );

/** What git allows in the name of a branch or a tag, without what shells and terminals read otherwise; or a commit, or a digest. */
const ref = z
  .string()
  .trim()
  .max(200, "Use at most 200 characters.")
  .transform((text) => text.replace(/^sha256:(?=[0-9a-f]{64}$)/, ""))
  .pipe(
    z
      .string()
      .regex(
        /^$|^(?!-)(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)))[A-Za-z0-9_][A-Za-z0-9._/+-]*(?<![./])$/,
        "Name a branch, a tag or a commit: letters, digits, and . _ - / + between them.",
      ),
  );

const folder = storableText
  .trim()
  .max(500, "Use at most 500 characters.")
  .transform((text) => text.replace(/^\.?\/+|\/+$/g, ""))
  .refine(
    (text) => text === "" || text === "." || checkPackagePath(text).ok,
    "Name a folder of the source, such as skills or tools/skills.",
  )
  .transform((text) => (text === "." ? "" : text));

const token = remoteToken("Give the token, or leave it out for what asks for none.");

/** Minutes between two syncs; null for by hand alone. */
const everyMinutes = z
  .union(
    scheduleMinutes.map((minutes) => z.literal(minutes)),
    {
      error: `Sync it every ${scheduleMinutes.join(", ").replace(/, (?=\d+$)/, " or ")} minutes, or leave this out.`,
    },
  )
  .nullable();

export const createSourceSchema = z.strictObject({
  kind: z.enum(sourceKinds).default("git"),
  name,
  /** Over https, without a name and a token in it; a git repository also over ssh, as ssh://git@host/path or git@host:path. */
  url,
  /** A branch, a tag or a commit; empty for the branch that the repository itself names. Of an archive, the sha256 digest that it has to have; of an artefact, its tag or digest, empty for `latest`. */
  ref: ref.default(""),
  /** Only what lies below it; empty for everything. */
  folder: folder.default(""),
  /** Globs over folders below it, and over names of skills where they have no slash; empty for everything. Of an index, over the names that it lists. */
  include: sourcePatterns.default([]),
  /** The same over folders, files and names that are left out. */
  exclude: sourcePatterns.default([]),
  userName: remoteUserName.default(""),
  /** Kept sealed, sent to this host alone, never told again. */
  token: token.nullable().default(null),
  /** Over ssh, instead of a token: a private key (OpenSSH or PEM, without passphrase), or `new` for one that is made here. Kept sealed like a token. */
  key: remoteKey.optional(),
  /** Over ssh, the fingerprint that the host has to have; left out, the first one that is met is kept. */
  hostKey: hostFingerprint.nullable().optional(),
  /** Synced by itself so often, in the name of whoever says so; null for by hand alone. */
  everyMinutes: everyMinutes.default(null),
  /** Whether a sync asks for review of every draft that it wrote. */
  asksReview: z.boolean().default(false),
});
export type CreateSource = z.input<typeof createSourceSchema>;

/** What is left out stays; another host needs its own token. */
export const editSourceSchema = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  ref: ref.optional(),
  folder: folder.optional(),
  include: sourcePatterns.optional(),
  exclude: sourcePatterns.optional(),
  userName: remoteUserName.optional(),
  token: token.nullable().optional(),
  /** Over ssh, another host gets a new one unless one is given. */
  key: remoteKey.optional(),
  /** Accepts this key of the host from now on; null for whichever is met next. */
  hostKey: hostFingerprint.nullable().optional(),
  everyMinutes: everyMinutes.optional(),
  asksReview: z.boolean().optional(),
});
export type EditSource = z.input<typeof editSourceSchema>;

const keptSchema = z.strictObject({
  /** The skill's name here. */
  skill: storableText.min(1).max(200),
  /** Of the source's text as somebody saw it: another one stays a conflict. */
  digest: digestSchema,
});

const takenSchema = keptSchema.extend({
  /** Of the draft here as they saw it: with another one it stays a conflict, so that nothing unseen is lost. */
  ours: digestSchema,
});

export const syncSourceSchema = z.strictObject({
  /** Conflicts in which the text of the source replaces the draft here. */
  take: z.array(takenSchema).max(2_000).default([]),
  /** Conflicts in which the draft here stays; the next text of the source is compared with the one that was seen. */
  keep: z.array(keptSchema).max(2_000).default([]),
});
export type SyncSource = z.input<typeof syncSourceSchema>;

export const sourceReportSchema = z.object({
  /** The commit or digest that was read. */
  revision: z.string(),
  /** One for each skill found, and for what was left out. Paths are the source's. */
  entries: z.array(directoryEntrySchema),
  /** What lies outside of every skill, or was left out, in words. */
  notes: z.array(z.string()),
  importId: z.uuid(),
  durationMs: count,
});
export type SourceReport = z.infer<typeof sourceReportSchema>;

export const sourceSchema = z.object({
  id: z.uuid(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  url: z.string(),
  ref: z.string(),
  folder: z.string(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  userName: z.string(),
  hasToken: z.boolean(),
  /** Of a repository over ssh. */
  ssh: sshSchema
    .extend({
      /** Whether the configuration file that keeps the source names the host's key too. */
      hostKeyDeclared: z.boolean(),
    })
    .nullable(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  isSyncing: z.boolean(),
  /** How often it is synced by itself, and when next. */
  schedule: z.object({ everyMinutes: count, nextAt: z.iso.datetime() }).nullable(),
  asksReview: z.boolean(),
  /** Whether the review policy lets a sync of it publish what it brings. */
  publishes: z.boolean(),
  /** By which whoever keeps the source says that there is something new; never its secret. */
  hook: z
    .object({
      address: z.string(),
      madeBy: personSchema.nullable(),
      madeAt: z.iso.datetime(),
      /** The last delivery, and what came of it. */
      last: z.object({ at: z.iso.datetime(), outcome: z.enum(hookResults) }).nullable(),
    })
    .nullable(),
  /** What was taken last. */
  synced: z.object({ revision: z.string(), at: z.iso.datetime() }).nullable(),
  report: sourceReportSchema.nullable(),
  /** Skills with a text of the source that waits for a person. */
  conflicts: z.array(z.object({ skill: z.string(), digest: digestSchema })),
  /** Of the last sync, where it failed: nothing was changed by it. */
  failure: z.object({ kind: z.enum(sourceFailures), message: z.string(), at: z.iso.datetime() }).nullable(),
  /** The configuration file that says what it is: but for its secrets it is not changed here. Null where people do. */
  declaredIn: z.string().nullable(),
  /** Of one that a file keeps: what it still waits for, as no file may hold it. */
  needs: z.enum(sourceNeeds).nullable(),
});
export type Source = z.infer<typeof sourceSchema>;

/** Told once. */
export const newHookSchema = z.object({ address: z.string(), secret: z.string() });
export type NewHook = z.infer<typeof newHookSchema>;

export const sourceListSchema = z.object({ items: z.array(sourceSchema) });

/** `text` is null for what is no text, or is too long to show. */
const sideFileSchema = z
  .object({ sha256: digestSchema, size: count, executable: z.boolean(), text: z.string().nullable() })
  .nullable();

export const sourceConflictSchema = z.object({
  skill: z.string(),
  /** Of the text that was taken last; null where the skill did not come from here. */
  base: z.object({ digest: digestSchema, revision: z.string() }).nullable(),
  /** `revision`: of the draft here. */
  ours: z.object({ digest: digestSchema, revision: count }),
  theirs: z.object({ digest: digestSchema, revision: z.string() }),
  /** Those that differ, in order. */
  files: z.array(
    z.object({
      path: z.string(),
      /** Whose side differs from the base: `same` when both made the same of it. */
      changed: z.enum(["ours", "theirs", "both", "same"]),
      base: sideFileSchema,
      ours: sideFileSchema,
      theirs: sideFileSchema,
    }),
  ),
});
export type SourceConflict = z.infer<typeof sourceConflictSchema>;

/** A file that is named nowhere stays as it is in the draft. */
export const mendConflictSchema = z.strictObject({
  /** Of the source's text as somebody saw it. */
  theirs: digestSchema,
  /** Of the draft that they saw. */
  baseRevision: rowNumber,
  files: z
    .array(
      z.union([
        /** As the source has it, or gone as it is there. */
        z.strictObject({ path: filePathSchema, take: z.literal("theirs") }),
        z.strictObject({
          path: filePathSchema,
          text: z.string().max(11_000_000),
          executable: z.boolean().exactOptional(),
        }),
      ]),
    )
    .max(1_000),
});
export type MendConflict = z.input<typeof mendConflictSchema>;

export const skillOriginsSchema = z.object({
  items: z.array(
    z.object({
      /** As it was called when the text came. */
      source: z.string(),
      url: z.string(),
      path: z.string(),
      digest: digestSchema,
      revision: z.string(),
      takenAt: z.iso.datetime(),
      /** Versions with exactly this text. */
      versions: z.array(count),
      /** Whether the draft is this text now. */
      isDraft: z.boolean(),
    }),
  ),
});
export type SkillOrigins = z.infer<typeof skillOriginsSchema>;
