import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { env } from "@/lib/platform/env";
import { auth } from "./adapters/better-auth";
import { deviceName } from "./device-name";
import { oidcProviderId } from "./internal/identity-rows";
import type { SignedInSession, SignInMethods } from "./sign-in-schema";

/** Where somebody is signed in now, the last used first. */
export async function listSessions({ db, actor, now }: PersonContext): Promise<SignedInSession[]> {
  const rows = await db.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: now() } },
    orderBy: [{ lastActiveAt: "desc" }, { id: "desc" }],
    omit: { token: true },
  });
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.ipAddress || null,
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: row.lastActiveAt.toISOString(),
    isCurrent: row.id === actor.sessionId,
  }));
}

/** How somebody gets in: a password, the provider, and whether a code is asked for besides. */
export async function getSignInMethods({ db, actor }: PersonContext): Promise<SignInMethods> {
  const { oidc, passwordSignIn } = env();
  const { accounts, twoFactorEnabled } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      twoFactorEnabled: true,
      accounts: { select: { providerId: true, password: true, createdAt: true } },
    },
  });
  const hasPassword = accounts.some(({ password }) => password !== null);
  const connection = accounts.find(({ providerId }) => providerId === oidcProviderId);
  return {
    hasPassword,
    oidc: oidc && {
      name: oidc.name,
      connectedAt: connection?.createdAt.toISOString() ?? null,
      canDisconnect: connection !== undefined && hasPassword && passwordSignIn,
    },
    twoFactor: {
      isOn: twoFactorEnabled,
      backupCodesLeft: twoFactorEnabled ? await countBackupCodes(actor.userId) : null,
    },
  };
}

async function countBackupCodes(userId: string): Promise<number> {
  const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}
