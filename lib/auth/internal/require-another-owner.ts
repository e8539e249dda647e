import type { Context } from "@/lib/access/context";
import { otherOwners } from "@/lib/access/member-rules";
import { AppError } from "@/lib/kernel/app-error";
import type { LockedMember } from "./membership-transaction";

/**
 * Refuses with CONFLICT (details.reason "last-owner") when nobody else who gets in owns the workspace. A machine's key owns nothing.
 */
export async function requireAnotherOwner({ db, workspace }: Context, userId: string): Promise<void> {
  const others = await db.member.count({
    where: { ...otherOwners(userId), workspaceId: workspace.id },
  });
  if (others > 0) return;
  throw new AppError(
    "CONFLICT",
    `${workspace.name} would be left without an owner. Make somebody else an owner first.`,
    { details: { reason: "last-owner" } },
  );
}

/** Refuses with UNPROCESSABLE who could not own anything: a machine, and somebody who does not get in. */
export function requireFitToOwn({ name, isMachine, deactivatedAt }: LockedMember): void {
  if (isMachine) throw new AppError("UNPROCESSABLE", "A machine owns no workspace: a person has to.");
  if (deactivatedAt !== null)
    throw new AppError("UNPROCESSABLE", `The account of ${name} is deactivated: it could do nothing here.`);
}
