import { z } from "zod";
import { roles } from "@/lib/access/permissions";
import { passwordSchema } from "@/lib/auth/schema";
import { storableText } from "@/lib/kernel/storable-text";
import { resetLinkStates } from "./reset-link";

const word = storableText.trim().min(1).max(200).optional();

/** Somebody's account as operators see it: never what is in the workspaces. */
export const accountSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isOperator: z.boolean(),
  deactivatedAt: z.iso.datetime().nullable(),
  /** Whether signing in asks for a code. */
  twoFactor: z.boolean(),
  hasPassword: z.boolean(),
  /** Whether a sign-in provider is connected. */
  hasProvider: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSignedInAt: z.iso.datetime().nullable(),
  workspaces: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) })),
});
export type Account = z.infer<typeof accountSchema>;

/** What deactivating it would touch, as it is now. */
export const accountDetailsSchema = accountSchema.extend({
  /** Workspaces that nobody else who gets in owns, by name. */
  onlyOwnerOf: z.array(z.string()),
  /** Keys that act as this person and hold. */
  keys: z.int(),
  /** Keys of machines that this person made: those go on. */
  machineKeys: z.int(),
  openInvitations: z.int(),
  sessions: z.int(),
});
export type AccountDetails = z.infer<typeof accountDetailsSchema>;

export const accountFilters = ["all", "operators", "deactivated"] as const;

export const listAccountsSchema = z.object({
  /** A part of a name or of an e-mail address. */
  query: word,
  filter: z.enum(accountFilters).default("all"),
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListAccounts = z.input<typeof listAccountsSchema>;

export const accountListSchema = z.object({
  items: z.array(accountSchema),
  nextCursor: z.string().nullable(),
});
export type AccountList = z.infer<typeof accountListSchema>;

/** A workspace as operators see it: that it is there, and who answers for it. */
export const instanceWorkspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  createdAt: z.iso.datetime(),
  /** People who get in, and machines. */
  members: z.int(),
  /** Those who get in; empty when nobody who owns it does. */
  owners: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type InstanceWorkspace = z.infer<typeof instanceWorkspaceSchema>;

export const instanceWorkspaceListSchema = z.object({ items: z.array(instanceWorkspaceSchema) });

/** The only time that the link is shown. */
export const madeResetLinkSchema = z.object({ url: z.url(), expiresAt: z.iso.datetime() });
export type MadeResetLink = z.infer<typeof madeResetLinkSchema>;

const token = z.string().min(1).max(200);

export const requestResetLinkSchema = z.object({
  email: z.email("This is not an e-mail address.").max(254).toLowerCase(),
});

export const lookResetLinkSchema = z.object({ token });

/** For whoever holds the link. */
export const resetLinkSchema = z.object({
  state: z.enum(resetLinkStates),
  account: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type ResetLink = z.infer<typeof resetLinkSchema>;

export const resetPasswordSchema = z.object({ token, password: passwordSchema });

/** What is as it was, so that nobody takes a new password for more than it is. */
export const passwordResetSchema = z.object({
  email: z.string(),
  /** Whether signing in asks for a code besides. */
  twoFactor: z.boolean(),
  /** Keys that act as this person and go on working. */
  keys: z.int(),
  /** The sign-in provider that opens the account too, by its name. */
  provider: z.string().nullable(),
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;
