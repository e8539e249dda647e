import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findModelKey, openEmbeddings } from "@/lib/embeddings/open-embeddings";
import { ModelError } from "@/lib/models/model-error";
import { log } from "@/lib/platform/log";
import { type Likeness, likenessOf, type MeaningVector } from "@/lib/runtime/likeness";
import { heldQuery, holdQuery, readVectors } from "../adapters/skill-vectors";

/** A search waits no longer for what a query means; then it goes by words alone. */
const longestWaitMs = 1_000;
/** Characters of a query that are embedded; of one with fewer than the least, nothing is asked. */
const [leastQuery, longestQuery] = [4, 2_000];
/** Compared with one query, the newest first: of more skills a search would hold too many vectors at once. */
export const mostCompared = 5_000;

type ClockedContext = WorkspaceContext & { now: () => Date };
type Compared = { skillId: string; digest: string };

/**
 * How alike packages are to a query by meaning; null where the workspace has no endpoint for embeddings, and where it
 * does not answer well and in time. Never throws: who searches has the search by words.
 */
export async function readLikeness(
  context: ClockedContext,
  query: string,
  packages: readonly Compared[],
): Promise<Likeness | null> {
  const asked = query.trim().slice(0, longestQuery);
  if (asked.length < leastQuery || packages.length === 0) return null;
  try {
    const found = await embedQuery(context, asked);
    return found && (await compare(context, found, packages));
  } catch (error) {
    if (!(error instanceof ModelError)) log.warn({ err: error }, "a search by meaning failed");
    return null;
  }
}

/** The same for every draft that is not archived. */
export async function readDraftLikeness(context: ClockedContext, query: string): Promise<Likeness | null> {
  if ((await findModelKey(context)) === null) return null;
  const drafts = await context.db.draft.findMany({
    where: { workspaceId: context.workspace.id, skill: { archivedAt: null } },
    select: { skillId: true, digest: true },
    orderBy: { updatedAt: "desc" },
    take: mostCompared,
  });
  return readLikeness(context, query, drafts);
}

/** How alike other packages are to one of them; asks nothing of the endpoint. Empty where nobody has embedded it. */
export async function readLikenessTo(
  context: WorkspaceContext,
  digest: string,
  packages: readonly Compared[],
): Promise<Likeness> {
  const model = await findModelKey(context);
  if (model === null) return new Map();
  const vector = (await readVectors(context, model, [digest])).get(digest);
  return vector ? compare(context, { model, vector }, packages) : new Map();
}

type Meant = { model: string; vector: MeaningVector };

async function embedQuery(context: ClockedContext, query: string): Promise<Meant | null> {
  const endpoint = await openEmbeddings(context, context.now);
  if (endpoint === null) return null;
  const { model } = endpoint;
  const held = heldQuery(context.workspace.id, model, query);
  if (held) return { model, vector: held };
  const [vector] = await endpoint.embed([query], longestWaitMs);
  if (!vector) return null;
  holdQuery(context.workspace.id, model, query, vector);
  return { model, vector };
}

async function compare(
  context: WorkspaceContext,
  { model, vector }: Meant,
  packages: readonly Compared[],
): Promise<Likeness> {
  const compared = packages.slice(0, mostCompared);
  const vectors = await readVectors(
    context,
    model,
    compared.map(({ digest }) => digest),
  );
  return new Map(
    compared.flatMap(({ skillId, digest }) => {
      const other = vectors.get(digest);
      const value = other ? likenessOf(vector, other) : null;
      return value === null ? [] : [[skillId, value] as const];
    }),
  );
}
