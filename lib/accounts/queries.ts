import "server-only";
import { z } from "zod";
import { holdsAt } from "@/lib/access/key-state";
import { otherOwners } from "@/lib/access/member-rules";
import { presentUser } from "@/lib/access/present-member";
import { openInvitation } from "@/lib/auth/invitations";
import type { DatabaseContext } from "@/lib/db/client";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import {
  type Account,
  type AccountDetails,
  type AccountList,
  type InstanceWorkspace,
  type ListAccounts,
  listAccountsSchema,
} from "./account-schema";
import { type Administrator, requireAdministrator } from "./administrator";

const parts = {
  accounts: { select: { providerId: true, password: true } },
  members: {
    select: { role: true, workspace: { select: { id: true, name: true } } },
    orderBy: { workspace: { name: "asc" } },
  },
} as const satisfies Prisma.UserInclude;
type AccountRow = Prisma.UserGetPayload<{ include: typeof parts }>;

const place = z.tuple([z.string(), z.uuid()]);

/** The people of this installation, by name; machines are none. */
export async function listAccounts(context: Administrator, input: ListAccounts): Promise<AccountList> {
  requireAdministrator(context);
  const { query, filter, cursor, limit } = listAccountsSchema.parse(input);
  const rows = await context.db.user.findMany({
    where: { AND: [{ isMachine: false }, matching(query), ofFilter[filter], after(cursor)] },
    include: parts,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? encodeCursor([last.name, last.id]) : null;
  return { items: items.map(toAccount), nextCursor };
}

const ofFilter = {
  all: {},
  operators: { isOperator: true },
  deactivated: { deactivatedAt: { not: null } },
} as const satisfies Record<string, Prisma.UserWhereInput>;

function matching(query: string | undefined): Prisma.UserWhereInput {
  if (query === undefined) return {};
  const part = { contains: query.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const };
  return { OR: [{ name: part }, { email: part }] };
}

function after(cursor: string | undefined): Prisma.UserWhereInput {
  if (cursor === undefined) return {};
  const [name, id] = decodeCursor(cursor, place);
  return { OR: [{ name: { gt: name } }, { name, id: { gt: id } }] };
}

/** One account, with what deactivating it would touch. NOT_FOUND for a machine's. */
export async function getAccount(
  context: Administrator,
  { person }: { person: string },
): Promise<AccountDetails> {
  requireAdministrator(context);
  const { db, now } = context;
  const row = await db.user.findUnique({ where: { id: person, isMachine: false }, include: parts });
  if (!row) throw new AppError("NOT_FOUND", "There is no such account.");
  const holds = holdsAt(now());
  const [onlyOwnerOf, keys, machineKeys, openInvitations, sessions] = await Promise.all([
    listOnlyOwned(context, person),
    db.apiKey.count({ where: { ...holds, userId: person } }),
    db.apiKey.count({ where: { ...holds, createdById: person, userId: { not: person } } }),
    db.invitation.count({ where: { ...openInvitation(now()), createdById: person } }),
    db.session.count({ where: { userId: person, expiresAt: { gt: now() } } }),
  ]);
  return { ...toAccount(row), onlyOwnerOf, keys, machineKeys, openInvitations, sessions };
}

/** Names of the workspaces that this person owns and nobody else who gets in does. */
export async function listOnlyOwned({ db }: DatabaseContext, userId: string): Promise<string[]> {
  const rows = await db.workspace.findMany({
    where: {
      members: {
        some: { userId, role: "owner" },
        none: otherOwners(userId),
      },
    },
    select: { name: true },
    orderBy: { name: "asc" },
  });
  return rows.map(({ name }) => name);
}

/** All workspaces by name: that they are there and who answers for them, nothing of what is in them. */
export async function listInstanceWorkspaces(context: Administrator): Promise<InstanceWorkspace[]> {
  requireAdministrator(context);
  const rows = await context.db.workspace.findMany({
    select: {
      id: true,
      name: true,
      slug: true,
      createdAt: true,
      members: {
        where: { role: "owner", user: presentUser },
        select: { user: { select: { id: true, name: true } } },
        orderBy: { user: { name: "asc" } },
      },
      _count: { select: { members: { where: { user: { deactivatedAt: null } } } } },
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(({ members, _count, createdAt, ...workspace }) => ({
    ...workspace,
    createdAt: createdAt.toISOString(),
    members: _count.members,
    owners: members.map(({ user }) => user),
  }));
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  isOperator: row.isOperator,
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  twoFactor: row.twoFactorEnabled,
  hasPassword: row.accounts.some(({ password }) => password !== null),
  hasProvider: row.accounts.some(({ providerId }) => providerId === "oidc"),
  createdAt: row.createdAt.toISOString(),
  lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
  workspaces: row.members.map(({ role, workspace }) => ({ ...workspace, role })),
});
