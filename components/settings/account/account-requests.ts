import { postToAuth } from "@/components/layout/auth-requests";

export const updateName = (name: string) => postToAuth("update-user", { name });

export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  postToAuth("change-password", { ...passwords, revokeOtherSessions: true });

/** The secret of an authenticator app that counts once its first code was confirmed, and the codes to keep. */
export async function startTwoFactor(password: string): Promise<{ totpURI: string; backupCodes: string[] }> {
  const answer = await postToAuth("two-factor/enable", confirmation(password));
  const { z } = await import("zod");
  return z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(answer);
}

export const confirmTwoFactor = (code: string) => postToAuth("two-factor/verify-totp", { code });

export const endTwoFactor = (password: string) => postToAuth("two-factor/disable", confirmation(password));

export async function makeBackupCodes(password: string): Promise<string[]> {
  const answer = await postToAuth("two-factor/generate-backup-codes", confirmation(password));
  const { z } = await import("zod");
  return z.object({ backupCodes: z.array(z.string()) }).parse(answer).backupCodes;
}

/** Somebody without a password confirms by having signed in lately. */
const confirmation = (password: string) => (password === "" ? {} : { password });
