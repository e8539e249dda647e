import "server-only";
import type { Context } from "@/lib/access/context";
import type { Role } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { type HostModel, type HostModelRow, openModelForHost } from "@/lib/models/open-model-for-host";
import { sha256 } from "@/lib/platform/crypto";
import { gatewayKeyState } from "./gateway-key-state";
import { gatewayKeyPrefix } from "./gateway-keys";
import type { GatewayKeyState } from "./gateway-options";
import { WireError } from "./wire-error";

/** Whom a host acts for, and whom it asks: null for Rehearsal. */
export type Admission = {
  context: Context;
  key: { id: string; lastUsedAt: Date | null };
  hostModel: HostModel | null;
};

type Row = Omit<HostModelRow, "id" | "name"> & {
  id: string;
  name: string;
  /** Null when it is not there: then nothing of it is. */
  modelName: string | null;
  modelArchivedAt: Date | null;
  userId: string;
  connectionId: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
  workspaceId: string;
  slug: string;
  workspaceName: string;
  userName: string | null;
  email: string | null;
  deactivatedAt: Date | null;
  role: Role | null;
  since: Date | null;
};

const longestKey = 100;

/** Who sends it, and in which request. */
export type HostSender = DatabaseContext & { now: () => Date; traceId: string; address: string | null };

/**
 * What a host's key opens at this moment. The key is looked up by its digest, which tells nothing of how near a wrong
 * one is. Throws WireError `key` for one that opens nothing.
 */
export async function admitHost(sender: HostSender, key: string): Promise<Admission> {
  const row = await findRow(sender, key);
  if (!row) throw refusals.wrong();
  const { deactivatedAt, role, since } = row;
  const user = row.userName === null ? null : { deactivatedAt };
  const member = role === null || since === null ? null : { role, createdAt: since };
  const connection = row.modelName === null ? null : { archivedAt: row.modelArchivedAt };
  const state = gatewayKeyState({ key: row, user, member, connection }, sender.now());
  if (state !== "active" || role === null) throw refusals.of(state);
  const context: Context = {
    ...sender,
    actor: {
      kind: "user",
      userId: row.userId,
      name: row.userName ?? "",
      email: row.email ?? "",
      isOperator: false,
      // A host's key opens nothing but its model.
      key: { id: row.id, name: row.name, workspaceId: row.workspaceId, scopes: [] },
    },
    workspace: { id: row.workspaceId, slug: row.slug, name: row.workspaceName, role },
  };
  const { connectionId, modelName } = row;
  const hostModel =
    connectionId === null || modelName === null
      ? null
      : openModelForHost(context, { ...row, id: connectionId, name: modelName });
  return { context, key: { id: row.id, lastUsedAt: row.lastUsedAt }, hostModel };
}

/** All that decides at once: a host waits for it before each request. */
async function findRow({ db }: HostSender, key: string): Promise<Row | null> {
  if (!key.startsWith(gatewayKeyPrefix) || key.length > longestKey) return null;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT k.id, k.name, k."userId", k."connectionId", k."expiresAt", k."lastUsedAt", k."revokedAt", k."createdAt",
      w.id AS "workspaceId", w.slug, w.name AS "workspaceName",
      u.name AS "userName", u.email, u."deactivatedAt", m.role::text AS role, m."createdAt" AS since,
      c.name AS "modelName", c."archivedAt" AS "modelArchivedAt", c.provider::text AS provider, c."baseUrl", c."modelId", c."encryptedKey", c."timeoutSeconds",
      c."inputPrice"::float8 AS "inputPrice", c."outputPrice"::float8 AS "outputPrice",
      c."cachedInputPrice"::float8 AS "cachedInputPrice", c."monthlyLimit"::float8 AS "monthlyLimit",
      c."personLimit"::float8 AS "personLimit"
    FROM "GatewayKey" k
    JOIN "Workspace" w ON w.id = k."workspaceId"
    LEFT JOIN "User" u ON u.id = k."userId"
    LEFT JOIN "Member" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId"
    LEFT JOIN "ModelConnection" c
      ON c.id = k."connectionId" AND c."workspaceId" = k."workspaceId"
    WHERE k.hash = ${sha256(key)}`;
  return row ?? null;
}

const words: Record<Exclude<GatewayKeyState, "active">, string> = {
  revoked: "It was revoked.",
  expired: "It has expired.",
  stopped: "Its person may not connect hosts at present.",
  ended: "Its person has left the workspace.",
  "lacks-model": "Its model was archived or deleted.",
};

const again = "Make another one in Greenroom and give the host its address.";

const refusals = {
  wrong: () => new WireError("key", `There is no such Greenroom key for hosts. ${again}`),
  of: (state: GatewayKeyState) =>
    state === "active"
      ? refusals.wrong()
      : new WireError("key", `This Greenroom key for hosts opens nothing. ${words[state]} ${again}`),
};
