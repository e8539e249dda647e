import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { minuteMs } from "@/lib/kernel/durations";
import { newSecret, sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { MadeResetLink } from "../account-schema";
import { resetLinkMinutes, resetPath } from "../reset-link";

/** How long a page can say of a link what became of it. */
const rememberedMs = 7 * 24 * 60 * minuteMs;

type NewLink = {
  userId: string;
  origin: "mail" | "operator" | "workspace" | "machine";
  createdById: string | null;
  workspaceId: string | null;
};

/**
 * The row of a new link. The one before of the same origin ends, and no other: whoever asks for a letter must not be
 * able to end what an operator has made. Inside a transaction that holds the account.
 */
export async function insertResetLink(
  { db, now }: Pick<VisitorContext, "db" | "now">,
  link: NewLink,
): Promise<MadeResetLink> {
  const { userId, origin } = link;
  const token = newSecret();
  await db.resetLink.deleteMany({
    where: {
      userId,
      OR: [{ origin, usedAt: null }, { expiresAt: { lt: new Date(now().getTime() - rememberedMs) } }],
    },
  });
  const { expiresAt } = await db.resetLink.create({
    data: {
      ...link,
      tokenHash: sha256(token),
      createdAt: now(),
      expiresAt: new Date(now().getTime() + resetLinkMinutes * minuteMs),
    },
  });
  return { url: `${env().publicUrl}${resetPath}#${token}`, expiresAt: expiresAt.toISOString() };
}
