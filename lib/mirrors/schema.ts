import { z } from "zod";
import { addressStates } from "@/lib/addresses/address-options";
import { personSchema } from "@/lib/auth/schema";
import {
  hostFingerprint,
  remoteKey,
  remoteToken,
  remoteUserName,
  repositoryUrl,
  sshSchema,
} from "@/lib/git/remote-schema";
import { storableText } from "@/lib/kernel/storable-text";
import { defaultBranch, planStates, pushFailures } from "./mirror-options";

const commitId = z.string().regex(/^[0-9a-f]{40}$/, "A commit's id has 40 hexadecimal digits.");

const missing =
  "Give the address of the repository, as https://github.com/meridian/skills.git or git@github.com:meridian/skills.git.";

const url = repositoryUrl({ missing }).refine(
  (text) => !/[?#\s]/.test(text),
  "Leave out spaces, ? and #: only the address of the repository.",
);

/** A part of what git allows, without what shells and terminals read otherwise. */
const branch = z
  .string()
  .trim()
  .max(100, "Use at most 100 characters.")
  .regex(
    /^(?!-)(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)))[A-Za-z0-9_][A-Za-z0-9._/-]*(?<![./])$/,
    "Name a branch, such as main: letters, digits, and . _ - / between them.",
  );

const token = remoteToken("Give the token, or leave it out for a repository that asks for none.");

const sourceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("agent"), agent: storableText }),
  z.strictObject({ kind: z.literal("address"), address: z.uuid() }),
]);

export const createMirrorSchema = z.strictObject({
  /** Whose git address is mirrored: an agent's, or that of one delivery address. */
  of: sourceSchema,
  /** Over https, without a name and a token in it; or over ssh, as ssh://git@host/path or git@host:path. */
  url,
  branch: branch.default(defaultBranch),
  userName: remoteUserName.default(""),
  token: token.nullable().default(null),
  /** Over ssh, instead of a token: a private key (OpenSSH or PEM, without passphrase), or `new` for one that is made here. Kept sealed like a token. */
  key: remoteKey.optional(),
  /** Over ssh, the fingerprint that the host has to have; left out, nothing is sent until the one that it shows is accepted. */
  hostKey: hostFingerprint.nullable().optional(),
  /** Pushed by itself whenever something is published, withdrawn or assigned, after a first push by hand. */
  onPublish: z.boolean().default(false),
});
export type CreateMirror = z.input<typeof createMirrorSchema>;

/** What is left out stays; another host needs its own token. */
export const editMirrorSchema = z.strictObject({
  url: url.optional(),
  branch: branch.optional(),
  userName: remoteUserName.optional(),
  token: token.nullable().optional(),
  /** Over ssh, another host gets a new one unless one is given. */
  key: remoteKey.optional(),
  /** Accepts this key of the host from now on; null for none. */
  hostKey: hostFingerprint.nullable().optional(),
  onPublish: z.boolean().optional(),
});
export type EditMirror = z.input<typeof editMirrorSchema>;

export const listMirrorsSchema = z.object({
  /** Only those of this agent, or of its addresses. */
  agent: storableText.optional(),
});
export type ListMirrors = z.input<typeof listMirrorsSchema>;

export const pushMirrorSchema = z.strictObject({
  /** The commit that the branch has now and that is lost, with all that leads to it: only then is anything overwritten. */
  losing: commitId.nullable().default(null),
});
export type PushMirror = z.input<typeof pushMirrorSchema>;

const failureSchema = z.object({
  kind: z.enum(pushFailures),
  /** What happened and what to do. */
  message: z.string(),
  /** Words of the remote, in one line and cut short. */
  remoteSaid: z.string().nullable(),
});

export const mirrorSchema = z.object({
  id: z.uuid(),
  of: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("agent"), agent: z.object({ slug: z.string(), name: z.string() }) }),
    z.object({
      kind: z.literal("address"),
      address: z.object({ id: z.uuid(), name: z.string(), state: z.enum(addressStates) }),
    }),
  ]),
  url: z.string(),
  branch: z.string(),
  userName: z.string(),
  hasToken: z.boolean(),
  /** Of a repository over ssh. */
  ssh: sshSchema.nullable(),
  onPublish: z.boolean(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  isPushing: z.boolean(),
  /** What the remote took last. */
  pushed: z.object({ commit: commitId, at: z.iso.datetime() }).nullable(),
  /** Of the last attempt, where it failed; `nextAt` is when it is tried again by itself. */
  failure: failureSchema.extend({ at: z.iso.datetime(), nextAt: z.iso.datetime().nullable() }).nullable(),
});
export type Mirror = z.infer<typeof mirrorSchema>;

export const mirrorListSchema = z.object({ items: z.array(mirrorSchema) });

/** Some of many, the first ones. */
const pathsSchema = z.object({ total: z.number().int(), items: z.array(z.string()) });

const changesSchema = z.object({
  commits: z.object({
    total: z.number().int(),
    /** The newest first. */
    items: z.array(z.object({ id: commitId, subject: z.string(), author: z.string(), at: z.iso.datetime() })),
  }),
  /** Against what the remote has; against nothing where that is not known. */
  files: z.object({ added: pathsSchema, changed: pathsSchema, removed: pathsSchema }),
  /** Commits that are left out because they hold what was withdrawn or deleted since. */
  withheld: z.number().int(),
  /** Whether the commits have other ids than at the git address, because some before them are left out. */
  hasOwnIds: z.boolean(),
});

export const mirrorPlanSchema = z.object({
  state: z.enum(planStates),
  /** What the branch of the remote has; null where there is no such branch, or the remote could not be asked. */
  remote: commitId.nullable(),
  /** Null where there is nothing to push. */
  changes: changesSchema.nullable(),
  /** Why the remote could not be asked. */
  failure: failureSchema.nullable(),
  /** Over ssh, the fingerprint that the host shows where nobody has accepted it: nothing was asked of it. */
  offeredHostKey: z.string().nullable(),
});
export type MirrorPlan = z.infer<typeof mirrorPlanSchema>;
