import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { MeaningVector } from "@/lib/runtime/likeness";
import { packageCaches } from "../caches/package-caches";

const keyOf = (workspaceId: string, model: string, digest: string): string =>
  `${workspaceId} ${model} ${digest}`;

/** What these packages mean by a model, by digest, from memory or the database. What nobody has embedded yet is missing. */
export async function readVectors(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  model: string,
  digests: readonly string[],
): Promise<Map<string, MeaningVector>> {
  const cache = packageCaches().vectors;
  const found = new Map<string, MeaningVector>();
  const wanted = new Set<string>();
  for (const digest of digests) {
    const held = cache.get(keyOf(workspaceId, model, digest));
    if (held) found.set(digest, held);
    else wanted.add(digest);
  }
  if (wanted.size === 0) return found;
  const rows = await db.skillVector.findMany({
    where: { workspaceId, model, digest: { in: [...wanted] } },
    select: { digest: true, vector: true },
  });
  for (const { digest, vector: bytes } of rows) {
    if (bytes.length === 0) continue;
    const vector = new Int8Array(bytes);
    found.set(digest, vector);
    holdVector(keyOf(workspaceId, model, digest), vector);
  }
  return found;
}

/** Of a query: people and agents ask the same again, and every letter that is typed is a search. */
export function heldQuery(workspaceId: string, model: string, query: string): MeaningVector | undefined {
  return packageCaches().vectors.get(keyOf(workspaceId, model, `?${query}`));
}

export const holdQuery = (workspaceId: string, model: string, query: string, vector: MeaningVector): void =>
  holdVector(keyOf(workspaceId, model, `?${query}`), vector);

/** The cache counts two bytes for a character. */
const holdVector = (key: string, vector: MeaningVector): void =>
  packageCaches().vectors.set(key, vector, Math.ceil(vector.length / 2));

/** By the hash of what was embedded; null where the endpoint took none of it. */
export async function readVectorsByText(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  model: string,
  texts: readonly string[],
): Promise<Map<string, MeaningVector | null>> {
  const rows = await db.skillVector.findMany({
    where: { workspaceId, model, textSha256: { in: [...texts] } },
    select: { textSha256: true, vector: true },
  });
  return new Map(
    rows.map(({ textSha256, vector }) => [textSha256, vector.length === 0 ? null : new Int8Array(vector)]),
  );
}

export type NewVector = { digest: string; textSha256: string; vector: MeaningVector | null };

/** Null where the endpoint takes no text of it: it is found by words, and not asked about again. */
export async function storeVectors(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  model: string,
  vectors: readonly NewVector[],
): Promise<void> {
  await db.skillVector.createMany({
    data: vectors.map(({ digest, textSha256, vector }) => ({
      workspaceId,
      model,
      digest,
      textSha256,
      vector: new Uint8Array(vector ?? []),
    })),
    skipDuplicates: true,
  });
}

/** Vectors that no draft and no version of the workspace stands for any more. */
export async function dropVectors({ db, workspace: { id } }: WorkspaceContext): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "SkillVector" t WHERE t."workspaceId" = ${id}::uuid
      AND NOT EXISTS (SELECT FROM "Draft" d WHERE d."workspaceId" = t."workspaceId" AND d.digest = t.digest)
      AND NOT EXISTS (SELECT FROM "Version" v WHERE v."workspaceId" = t."workspaceId" AND v.digest = t.digest)`;
}
