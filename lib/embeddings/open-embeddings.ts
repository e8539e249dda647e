import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { ModelError } from "@/lib/models/model-error";
import type { MeaningVector } from "@/lib/runtime/likeness";
import { noteAnswered, noteFailed } from "./adapters/embedding-meter";
import { embedTexts } from "./embed-texts";
import { addressOf, findEndpointRow, usedUp } from "./internal/endpoint-rows";
import { modelKey } from "./model-key";

export type OpenEmbeddings = {
  /** Tells vectors of different models apart. */
  model: string;
  /** One vector for each text. Throws ModelError; nothing is asked for a while then. */
  embed(texts: readonly string[], waitMs: number): Promise<readonly MeaningVector[]>;
};

/** Which model the workspace's vectors are of; null where it has none. Asks nothing. */
export async function findModelKey(context: WorkspaceContext): Promise<string | null> {
  const row = await findEndpointRow(context);
  return row && modelKey(row);
}

/** The workspace's endpoint; null where it has none, or none that may be asked at the moment. What is asked is counted. */
export async function openEmbeddings(
  context: WorkspaceContext,
  now: () => Date,
): Promise<OpenEmbeddings | null> {
  const row = await findEndpointRow(context);
  if (row === null || (row.retryAt !== null && row.retryAt > now()) || usedUp(row, now()) !== null)
    return null;
  const address = addressOf(row);
  const { dimensions } = row;
  return {
    model: modelKey(row),
    async embed(texts, waitMs) {
      try {
        const { vectors, tokens } = await embedTexts(address, texts, { waitMs, dimensions });
        await noteAnswered(context, { tokens, texts: texts.length }, now());
        return vectors;
      } catch (error) {
        if (error instanceof ModelError) await noteFailed(context, error, now());
        throw error;
      }
    },
  };
}
