import { z } from "zod";
import { isSshAddress, readSshAddress, sshUrl } from "@/lib/kernel/ssh-address";
import { storableText } from "@/lib/kernel/storable-text";

/** Where a remote is, over https; whoever asks says what else it may not have. */
export const remoteUrl = ({ missing, ssh }: { missing: string; ssh: string }) =>
  address(missing).refine((text) => !isSshAddress(text), ssh);

/** The same over https or ssh; of ssh's spellings, the one in which it is kept. */
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
