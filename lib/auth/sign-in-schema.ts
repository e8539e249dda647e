import { z } from "zod";

/** One browser, or program, that somebody is signed in with. Never its token. */
export const signedInSessionSchema = z.object({
  id: z.uuid(),
  /** In words, from what the browser says of itself: "Firefox on Linux". */
  device: z.string(),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastActiveAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SignedInSession = z.infer<typeof signedInSessionSchema>;

export const signedInSessionListSchema = z.object({ items: z.array(signedInSessionSchema) });
export const revokedSessionsSchema = z.object({ revoked: z.int() });

/** How somebody gets in. */
export const signInMethodsSchema = z.object({
  hasPassword: z.boolean(),
  /** The provider of this installation, when it has one. */
  oidc: z
    .object({
      name: z.string(),
      connectedAt: z.iso.datetime().nullable(),
      /** False where it is the only way in. */
      canDisconnect: z.boolean(),
    })
    .nullable(),
  twoFactor: z.object({ isOn: z.boolean(), backupCodesLeft: z.int().nullable() }),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;
