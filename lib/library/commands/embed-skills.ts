import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { holdEmbedding, listAskable, releaseEmbedding } from "@/lib/embeddings/adapters/embedding-meter";
import { type OpenEmbeddings, openEmbeddings } from "@/lib/embeddings/open-embeddings";
import { ModelError } from "@/lib/models/model-error";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import type { MeaningVector } from "@/lib/runtime/likeness";
import { dropVectors, type NewVector, readVectorsByText, storeVectors } from "../adapters/skill-vectors";
import { listUnembedded, type Unembedded } from "../likeness/list-unembedded";

/** Texts of one request. What takes fewer answers that it does, and is asked in halves. */
const batchTexts = 32;
/** Of one workspace at one go: the others have their turn in between. */
const mostBatches = 20;
const waitMs = 60_000;
/** Longer than a go lasts, unless the server dies in it. */
const holdMs = 15 * 60_000;

/**
 * Embeds what has no vector yet in every workspace with an endpoint, in batches, as far as its limit goes. Any number of
 * servers may. One whose endpoint fails waits as long as it asks, and keeps nobody else waiting. Answers how many.
 */
export async function embedDueSkills({ db }: DatabaseContext, now: () => Date): Promise<number> {
  let embedded = 0;
  for (const id of await listAskable({ db }, now())) {
    const context = { db, workspace: { id }, now };
    if (stopping().aborted || !(await holdEmbedding(context, now(), holdMs))) continue;
    try {
      embedded += await embedWorkspace(context);
    } catch (error) {
      // The endpoint's own failure stands in the settings; this is of somebody's code or the database.
      if (!(error instanceof ModelError))
        log.warn({ err: error, workspace: id }, "skills could not be embedded");
    } finally {
      await releaseEmbedding(context);
    }
  }
  return embedded;
}

type ClockedContext = WorkspaceContext & { now: () => Date };

async function embedWorkspace(context: ClockedContext): Promise<number> {
  let embedded = 0;
  for (let batch = 1; batch <= mostBatches && !stopping().aborted; batch += 1) {
    const endpoint = await openEmbeddings(context, context.now);
    if (!endpoint) break;
    const packages = await listUnembedded(context, endpoint.model, batchTexts);
    if (packages.length === 0) break;
    await embedBatch(context, endpoint, packages);
    embedded += packages.length;
  }
  if (embedded > 0) await dropVectors(context);
  return embedded;
}

/** A text that has a vector is not asked for again, whatever else of its package changed. */
async function embedBatch(
  context: WorkspaceContext,
  endpoint: OpenEmbeddings,
  packages: readonly Unembedded[],
): Promise<void> {
  const texts = new Map(packages.map(({ text, textSha256 }) => [textSha256, text]));
  const known = await readVectorsByText(context, endpoint.model, [...texts.keys()]);
  const missing = [...texts].filter(([textSha256]) => !known.has(textSha256));
  const vectors = new Map([...known, ...(missing.length === 0 ? [] : await embed(endpoint, missing))]);
  const rows: NewVector[] = packages.map(({ digest, textSha256 }) => ({
    digest,
    textSha256,
    vector: vectors.get(textSha256) ?? null,
  }));
  await storeVectors(context, endpoint.model, rows);
}

type Text = readonly [textSha256: string, text: string];
type Vectors = readonly (readonly [string, MeaningVector | null])[];

/** Halves what was refused, until it is clear which text the endpoint does not take. */
async function embed(endpoint: OpenEmbeddings, texts: readonly Text[]): Promise<Vectors> {
  try {
    const vectors = await endpoint.embed(
      texts.map(([, text]) => text),
      waitMs,
    );
    return texts.map(([textSha256], at) => [textSha256, vectors[at] ?? null]);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [first] = texts;
    if (first && texts.length === 1) {
      // It takes no text at all when it does not take this one either: then the refusal is of the endpoint.
      await endpoint.embed(["ready"], waitMs);
      return [[first[0], null]];
    }
    const middle = Math.ceil(texts.length / 2);
    const before = await embed(endpoint, texts.slice(0, middle));
    return [...before, ...(await embed(endpoint, texts.slice(middle)))];
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ModelError && (error.code === "MODEL_REFUSED" || error.code === "CONTEXT_TOO_LONG");
