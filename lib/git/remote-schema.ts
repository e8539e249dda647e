import { z } from "zod";
import { isSshAddress, readSshAddress, sshUrl } from "@/lib/kernel/ssh-address";
import { storableText } from "@/lib/kernel/storable-text";

/** Where a repository is, over https or ssh; of ssh's spellings, the one in which it is kept. */
export const repositoryUrl = ({ missing }: { missing: string }) =>
  address(missing).transform((text, context) => {
    if (!isSshAddress(text)) return text;
    const place = readSshAddress(text);
    if (place.ok) return sshUrl(place.value);
    context.addIssue({ code: "custom", message: place.error });
    return z.NEVER;
  });

const address = (missing: string) =>
  storableText.trim().min(1, missing).max(2_000, "Use at most 2,000 characters.");

/** Whose token it is. */
export const remoteUserName = storableText
  .trim()
  .max(200, "Use at most 200 characters.")
  .refine((text) => !/[:\p{C}]/u.test(text), "A user name has no colon and no control characters.");

/** As it goes into a header. */
export const remoteToken = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(4_000, "Use at most 4,000 characters.")
    .regex(/^[\x21-\x7e]+$/, "A token has no spaces and no letters outside of ASCII.");

/** A private key, or `new` for one that is made here. */
export const remoteKey = z
  .string()
  .trim()
  .min(1, "Paste the private key, or leave it out: then one is made.")
  .max(16_000, "Use at most 16,000 characters.");

/** As OpenSSH prints the fingerprint of a host's key. */
export const hostFingerprint = z
  .string()
  .trim()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "Write it as ssh-keygen -lf does: SHA256: and 43 characters.");

/** What people see of a remote over ssh. */
export const sshSchema = z.object({
  /** What the repository has to know as a deploy key; one line of authorized_keys. */
  publicKey: z.string(),
  /** Of the host, as OpenSSH prints it; null until one is kept. */
  hostKey: z.string().nullable(),
  /** Of the key that the host had last, where that was another one: nothing was asked of it. */
  offeredHostKey: z.string().nullable(),
});
export type SshShown = z.infer<typeof sshSchema>;
