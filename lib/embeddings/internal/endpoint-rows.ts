import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { can } from "@/lib/access/permissions";
import type { EmbeddingEndpoint as Row } from "@/lib/db/generated/client";
import { monthOf } from "@/lib/kernel/month";
import { sealedKey } from "@/lib/platform/sealed-secret";
import type { EmbeddingAddress } from "../embed-texts";
import { modelKey } from "../model-key";
import type { EmbeddingEndpoint, EmbeddingSettings } from "../schema";

const keys = sealedKey("embedding-endpoint");
/** As a row keeps it. */
export const sealKey = keys.seal;

/** With its key in the clear: for a request, never for an answer. */
export function addressOf({ workspaceId, baseUrl, modelId, encryptedKey }: Row): EmbeddingAddress {
  const key = keys.unseal(workspaceId, encryptedKey);
  return { baseUrl, modelId, key };
}

export const findEndpointRow = ({ db, workspace }: WorkspaceContext): Promise<Row | null> =>
  db.embeddingEndpoint.findUnique({ where: { workspaceId: workspace.id } });

export const usedIn = ({ usedMonth, usedTokens, usedTexts }: Row, now: Date) =>
  usedMonth === monthOf(now).key
    ? { tokens: Number(usedTokens), texts: Number(usedTexts) }
    : { tokens: 0, texts: 0 };

/** Why nothing is asked for the rest of the month; null when something may be. */
export function usedUp(row: Row, now: Date): string | null {
  const { monthlyTokens } = row;
  return monthlyTokens !== null && usedIn(row, now).tokens >= monthlyTokens
    ? "This month’s tokens are used up."
    : null;
}

function failureOf(row: Row, now: Date): EmbeddingEndpoint["failure"] {
  const { failure, failedAt, retryAt } = row;
  if (failure !== null && failedAt !== null)
    return { message: failure, at: failedAt.toISOString(), retryAt: retryAt?.toISOString() ?? null };
  const message = usedUp(row, now);
  return message === null ? null : { message, at: now.toISOString(), retryAt: null };
}

function toEndpoint(context: Context, row: Row): EmbeddingEndpoint {
  const { baseUrl, modelId, encryptedKey, keyHint, dimensions, monthlyTokens } = row;
  const used = usedIn(row, context.now());
  const price = row.price === null ? null : Number(row.price.toString());
  return {
    baseUrl,
    modelId,
    hasKey: encryptedKey !== null,
    keyHint: can(context.workspace.role, "models.manage") ? keyHint : null,
    dimensions,
    price,
    monthlyTokens,
    used: { ...used, cost: price === null ? null : (used.tokens / 1_000_000) * price },
    failure: failureOf(row, context.now()),
  };
}

export async function readSettings(context: Context): Promise<EmbeddingSettings> {
  const workspaceId = context.workspace.id;
  const row = await findEndpointRow(context);
  const model = row ? modelKey(row) : "";
  const [skills] = await context.db.$queryRaw<EmbeddingSettings["skills"][]>`
    SELECT count(*)::int AS total, count(v.digest)::int AS embedded
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    LEFT JOIN "SkillVector" v ON v."workspaceId" = s."workspaceId" AND v.model = ${model} AND v.digest = d.digest
      AND length(v.vector) > 0
    WHERE s."workspaceId" = ${workspaceId}::uuid AND s."archivedAt" IS NULL`;
  return { endpoint: row && toEndpoint(context, row), skills: skills ?? { total: 0, embedded: 0 } };
}
