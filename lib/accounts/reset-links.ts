import "server-only";
import { isAtMost, type Role } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { ResetLink } from "./account-schema";
import type { ResetLinkState } from "./reset-link";

type Vouched = {
  userId: string;
  origin: "mail" | "operator" | "workspace" | "machine";
  createdById: string | null;
  workspaceId: string | null;
};
type ResetLinkRow = Vouched & { id: string; expiresAt: Date; usedAt: Date | null };

/** FORBIDDEN where nobody signs in with a password: a new one would open nothing. */
export function requirePasswords(): void {
  if (env().passwordSignIn) return;
  throw new AppError(
    "FORBIDDEN",
    "Nobody signs in with a password here (GREENROOM_PASSWORD_SIGN_IN is off): people sign in with the provider.",
    { details: { reason: "passwords-off" } },
  );
}

/** What a link opens, for whoever holds it. Open to anyone: the page of the link needs it. */
export async function lookAtResetLink(
  context: DatabaseContext,
  token: string,
  now: Date,
): Promise<ResetLink> {
  const row = await context.db.resetLink.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: { select: { name: true, email: true } } },
  });
  const state = row ? await resetLinkState(context, row, now) : "unknown";
  return { state, account: row && state === "open" ? row.user : null };
}

/** The link that still works now; otherwise NOT_FOUND, or GONE with what became of it (details.reason). */
export async function requireOpenResetLink(
  context: DatabaseContext,
  token: string,
  now: Date,
): Promise<ResetLinkRow> {
  const row = await context.db.resetLink.findUnique({ where: { tokenHash: sha256(token) } });
  const state = row ? await resetLinkState(context, row, now) : "unknown";
  if (row && state === "open") return row;
  const message = {
    used: "This link was used already, and works once.",
    expired: "This link has expired.",
    withdrawn: "This link is no longer valid.",
    unknown: "There is no such link. Perhaps a part of it was lost, or a newer one has replaced it.",
    open: "",
  }[state];
  throw new AppError(state === "unknown" ? "NOT_FOUND" : "GONE", `${message} Ask for another.`, {
    details: { reason: state },
  });
}

async function resetLinkState(
  context: DatabaseContext,
  row: ResetLinkRow,
  now: Date,
): Promise<ResetLinkState> {
  if (row.usedAt !== null) return "used";
  if (row.expiresAt <= now) return "expired";
  return (await whyNotVouched(context, row)) === null ? "open" : "withdrawn";
}

/**
 * Why this person's password may not be replaced on that word now, for people; null when it may. Asked when a link is
 * made and again when it is used: an admin whose word it was may be none any more, and the account may have joined
 * another workspace, where that admin's word is worth nothing.
 */
export async function whyNotVouched({ db }: DatabaseContext, vouched: Vouched): Promise<string | null> {
  const { userId, origin, createdById, workspaceId } = vouched;
  const account = await db.user.findUnique({
    where: { id: userId, isMachine: false },
    select: {
      name: true,
      isOperator: true,
      deactivatedAt: true,
      members: { select: { workspaceId: true, role: true } },
    },
  });
  if (!account) return "There is no such account.";
  if (account.deactivatedAt !== null) return `The account of ${account.name} is deactivated.`;
  if (origin === "mail" || origin === "machine") return null;
  if (createdById === null) return "Nobody vouches for this link.";
  const maker = await db.user.findUnique({
    where: { id: createdById, deactivatedAt: null },
    select: { isOperator: true, members: { select: { workspaceId: true, role: true } } },
  });
  if (origin === "operator") return maker?.isOperator ? null : "Only an operator makes this link.";
  const membership = maker?.members.find((each) => each.workspaceId === workspaceId);
  return whyNotByAdmin(account, { workspaceId, role: membership?.role ?? null });
}

type Target = { name: string; isOperator: boolean; members: readonly { workspaceId: string; role: Role }[] };

/** An admin stands in for the person in one workspace alone, and never above their own role. */
function whyNotByAdmin(
  { name, isOperator, members }: Target,
  admin: { workspaceId: string | null; role: Role | null },
): string | null {
  const here = members.find(({ workspaceId }) => workspaceId === admin.workspaceId);
  const instead = "An operator of this installation can.";
  if (!here) return `${name} is not a member of the workspace.`;
  if (isOperator) return `${name} is an operator of this installation. Another operator can.`;
  if (members.length > 1) return `The account of ${name} is not this workspace’s alone. ${instead}`;
  if (admin.role === null || !isAtMost("admin", admin.role)) return "This needs admin or above.";
  if (!isAtMost(here.role, admin.role))
    return `${name} is ${here.role} and your role here is ${admin.role}. An ${here.role} or an operator can.`;
  return null;
}
