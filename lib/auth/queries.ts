import "server-only";
import type { Context, PersonContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { InstanceFacts, InstanceState, Member, SetupLinkState, Workspace } from "./schema";

/** Whether somebody has claimed this installation. Open to anyone: the sign-in page needs it. */
export async function getInstanceState({ db }: DatabaseContext): Promise<InstanceState> {
  const instance = await db.instance.findUniqueOrThrow({ where: { id: "instance" } });
  const { oidc, passwordSignIn, smtp } = env();
  return {
    claimed: instance.claimedAt !== null,
    signIn: { password: passwordSignIn, oidc: oidc && { name: oidc.name }, sendsMail: smtp !== null },
  };
}

/** Whether this set-up token would be accepted now. Says nothing about the right one. */
export async function getSetupLinkState(
  { db }: DatabaseContext,
  token: string,
  now: Date,
): Promise<SetupLinkState> {
  const instance = await db.instance.findUniqueOrThrow({ where: { id: "instance" } });
  if (instance.claimedAt) return { state: "claimed", expiresAt: null };
  if (!instance.setupTokenHash || instance.setupTokenHash !== sha256(token))
    return { state: "wrong", expiresAt: null };
  const expiresAt = instance.setupExpiresAt;
  const expired = expiresAt === null || expiresAt <= now;
  return { state: expired ? "expired" : "valid", expiresAt: expiresAt?.toISOString() ?? null };
}

/** The database's version and how it is reached. Anyone signed in may know; the data folder is the operator's. */
export async function getStorageFacts({
  db,
  actor,
}: PersonContext): Promise<Pick<InstanceFacts, "database" | "dataFolder" | "publicUrl">> {
  const { databaseSingleRole, dataFolder, publicUrl } = env();
  const rows = await db.$queryRaw<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  const version = rows[0]?.version.split(" ")[0] ?? "";
  return {
    database: { version, isSingleRole: databaseSingleRole },
    dataFolder: actor.isOperator ? dataFolder : null,
    publicUrl,
  };
}

/** The workspaces a person belongs to, by name. */
export async function listWorkspaces({ db, actor }: PersonContext): Promise<Workspace[]> {
  const members = await db.member.findMany({
    where: { userId: actor.userId },
    include: { workspace: true },
    orderBy: { workspace: { name: "asc" } },
  });
  return members.map(({ workspace, role }) => ({
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    role,
    createdAt: workspace.createdAt.toISOString(),
  }));
}

/** The members of a workspace, by name. */
export async function listMembers(context: Context): Promise<Member[]> {
  requirePermission(context, "members.read");
  const members = await context.db.member.findMany({
    where: { workspaceId: context.workspace.id },
    include: { user: true },
    orderBy: { user: { name: "asc" } },
  });
  return members.map(({ user, userId, role, createdAt }) => {
    const { name, email, isMachine, deactivatedAt } = user;
    return toMember({ userId, name, email, isMachine, deactivatedAt, role, createdAt });
  });
}

type MemberRow = Omit<Member, "since" | "isDeactivated"> & { createdAt: Date; deactivatedAt: Date | null };

export function toMember({ createdAt, deactivatedAt, ...member }: MemberRow): Member {
  return { ...member, isDeactivated: deactivatedAt !== null, since: createdAt.toISOString() };
}
