import "server-only";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ModelError } from "@/lib/models/model-error";
import { providerFetch } from "@/lib/models/provider-fetch";
import { toModelError } from "@/lib/models/to-model-error";
import { type MeaningVector, packVector } from "@/lib/runtime/likeness";

export type EmbeddingAddress = { baseUrl: string; modelId: string; key: string | null };

type Embedded = {
  /** One for each text, in their order, all of the same dimensions. */
  vectors: readonly MeaningVector[];
  dimensions: number;
  /** As the endpoint counts them, else estimated. */
  tokens: number;
};

/** What models in use have is 256 to 4,096; of more, a search would hold too much. */
const [fewestDimensions, mostDimensions] = [2, 8_192];
const charactersPerToken = 4;

/** One request for some texts. Throws ModelError, in words fit for people, also when what came makes no sense. */
export async function embedTexts(
  { baseUrl: baseURL, modelId, key }: EmbeddingAddress,
  texts: readonly string[],
  { waitMs, dimensions }: { waitMs: number; dimensions?: number | undefined },
): Promise<Embedded> {
  const signal = AbortSignal.timeout(waitMs);
  try {
    const provider = createOpenAICompatible({
      name: "compatible",
      baseURL,
      fetch: providerFetch(),
      ...(key === null ? {} : { apiKey: key }),
    });
    const { embeddings, usage } = await provider
      .embeddingModel(modelId)
      .doEmbed({ values: [...texts], abortSignal: signal });
    const estimate = Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
    return { ...readVectors(embeddings, texts.length, dimensions), tokens: usage?.tokens ?? estimate };
  } catch (error) {
    if (signal.aborted)
      throw new ModelError("MODEL_TIMEOUT", `The endpoint did not answer within ${waitMs / 1000} s.`, {
        cause: error,
      });
    throw withoutKey(toModelError(error, "asked"), key);
  }
}

/** Providers quote what they were sent. */
function withoutKey(error: unknown, key: string | null): unknown {
  if (!(error instanceof ModelError) || key === null || !error.message.includes(key)) return error;
  return new ModelError(error.code, error.message.replaceAll(key, "[redacted]"), {
    retryAfterMs: error.retryAfterMs,
  });
}

function readVectors(
  embeddings: readonly (readonly number[])[],
  texts: number,
  expected: number | undefined,
): Pick<Embedded, "vectors" | "dimensions"> {
  if (embeddings.length !== texts) throw nonsense(`${embeddings.length} vectors for ${texts} texts`);
  const dimensions = expected ?? embeddings[0]?.length ?? 0;
  if (dimensions < fewestDimensions || dimensions > mostDimensions)
    throw nonsense(
      `a vector of ${dimensions} dimensions; it may have ${fewestDimensions} to ${mostDimensions}`,
    );
  const vectors = embeddings.map((numbers) => {
    if (numbers.length !== dimensions)
      throw nonsense(`a vector of ${numbers.length} dimensions where ${dimensions} were expected`);
    const vector = packVector(numbers);
    if (!vector) throw nonsense("a vector without a direction: all zero, or no numbers");
    return vector;
  });
  return { vectors, dimensions };
}

const nonsense = (what: string): ModelError =>
  new ModelError("MALFORMED_ANSWER", `The endpoint answered with ${what}.`);
