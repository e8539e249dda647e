import { z } from "zod";
import { roles } from "@/lib/access/permissions";
import { invitationDays, invitationLinkStates } from "./invitation-options";
import { passwordSchema, personNameSchema, personSchema } from "./schema";

const emailSchema = z.email("This is not an e-mail address.").max(254).toLowerCase();

export const createInvitationSchema = z.object({
  /** At most the inviter's own. */
  role: z.enum(roles),
  /** Whom it is for: then it works for that address alone, and an earlier open one for it ends. */
  email: emailSchema.optional(),
  expiresInDays: z
    .number()
    .int()
    .min(invitationDays.least)
    .max(invitationDays.most)
    .default(invitationDays.usual),
});
export type CreateInvitation = z.input<typeof createInvitationSchema>;

export const invitationSchema = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  email: z.string().nullable(),
  state: z.enum(["open", "accepted", "expired", "revoked"]),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When it went out by e-mail. */
  sentAt: z.iso.datetime().nullable(),
  accepted: z.object({ by: personSchema, at: z.iso.datetime() }).nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const invitationListSchema = z.object({
  items: z.array(invitationSchema),
  /** Whether this installation sends e-mail. */
  sendsMail: z.boolean(),
});

/** `off`: no e-mail was asked for, or this installation sends none. */
const deliverySchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("off") }),
  z.object({ state: z.literal("sent") }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
]);
export type MailDelivery = z.infer<typeof deliverySchema>;

/** The only time that the link is shown. */
export const createdInvitationSchema = invitationSchema.extend({ url: z.url(), mail: deliverySchema });
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>;

const token = z.string().min(1).max(200);

export const lookInvitationSchema = z.object({ token });
/** For whoever holds the link. The address it is for is only hinted at: whom it was meant for knows it. */
export const invitationLinkSchema = z.object({
  state: z.enum(invitationLinkStates),
  invitation: z
    .object({
      workspace: z.string(),
      role: z.enum(roles),
      invitedBy: z.string(),
      emailHint: z.string().nullable(),
      expiresAt: z.iso.datetime(),
      /** How somebody new gets an account here: with a password, through a provider (its name), or both. */
      signIn: z.object({ passwords: z.boolean(), provider: z.string().nullable() }),
    })
    .nullable(),
});
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

export const newAccountSchema = z.object({
  name: personNameSchema,
  email: emailSchema,
  password: passwordSchema,
});
export type NewAccount = z.input<typeof newAccountSchema>;

/** With `account` somebody new makes theirs; without, whoever is signed in joins. */
export const acceptInvitationSchema = z.object({ token, account: newAccountSchema.optional() });
