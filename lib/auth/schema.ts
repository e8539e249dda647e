import { z } from "zod";
import { roles } from "@/lib/access/permissions";
import { oneLineText } from "@/lib/kernel/one-line-text";

export const passwordSchema = z
  .string()
  .min(12, "Use at least 12 characters.")
  .max(128, "Use at most 128 characters.");

export const personNameSchema = oneLineText("Say what others should call you.").max(
  100,
  "Use at most 100 characters.",
);

/** Somebody as others are shown them: who wrote, saved, ran or published. */
export const personSchema = z.object({ id: z.uuid(), name: z.string() });

export const workspaceNameSchema = oneLineText("Give the workspace a name.").max(
  60,
  "Use at most 60 characters.",
);

/** What an address may contain: 1 to 40 lower-case letters, digits and single hyphens. */
export const workspaceSlugSchema = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lower-case letters, digits and single hyphens.");

export const claimInstanceSchema = z.object({
  token: z.string().min(1),
  name: personNameSchema,
  email: z.email("This is not an e-mail address.").max(254),
  password: passwordSchema,
  workspaceName: workspaceNameSchema,
});
export type ClaimInstance = z.infer<typeof claimInstanceSchema>;

export const instanceStateSchema = z.object({
  claimed: z.boolean(),
  /** The ways in that the sign-in page offers. */
  signIn: z.object({
    password: z.boolean(),
    oidc: z.object({ name: z.string() }).nullable(),
    /** Whether a link for a new password can be asked for by e-mail. */
    sendsMail: z.boolean(),
  }),
});
export type InstanceState = z.infer<typeof instanceStateSchema>;

/** Whether a set-up link still works, for the page that asks before anything is typed. */
export const setupLinkSchema = z.object({ token: z.string().min(1) });
export const setupLinkStateSchema = z.object({
  state: z.enum(["valid", "expired", "wrong", "claimed"]),
  expiresAt: z.iso.datetime().nullable(),
});
export type SetupLinkState = z.infer<typeof setupLinkStateSchema>;

export const workspaceSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const createWorkspaceSchema = z.object({
  name: workspaceNameSchema,
  /** The address; made from the name when absent. */
  slug: workspaceSlugSchema.optional(),
  /** Whether to put in the three example skills and their agent. */
  withExamples: z.boolean().default(true),
});
export type CreateWorkspace = z.input<typeof createWorkspaceSchema>;

export const updateWorkspaceSchema = z.object({ name: workspaceNameSchema });
export type UpdateWorkspace = z.infer<typeof updateWorkspaceSchema>;

export const memberSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Stands for the key of a program: it signs in nowhere, approves nothing and owns nothing. */
  isMachine: z.boolean(),
  /** Gets in nowhere until an operator says otherwise. */
  isDeactivated: z.boolean(),
  since: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;

export const sessionSchema = z.object({
  user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), isOperator: z.boolean() }),
  workspaces: z.array(workspaceSchema),
});
export type CurrentSession = z.infer<typeof sessionSchema>;

/** What this installation rests on. */
export const instanceFactsSchema = z.object({
  version: z.string(),
  /** The address that links and cookies are made for. */
  publicUrl: z.string(),
  database: z.object({
    /** As Postgres says it: "18.4". */
    version: z.string(),
    /** True when one role owns the schema and runs the app: then append-only tables rest on the code alone. */
    isSingleRole: z.boolean(),
  }),
  /** Where the embedded database and the secret lie; for the operator only. */
  dataFolder: z.string().nullable(),
  /** Of one uploaded archive, in bytes. */
  archive: z.object({ archiveBytes: z.number(), totalBytes: z.number(), entries: z.number() }),
});
export type InstanceFacts = z.infer<typeof instanceFactsSchema>;
