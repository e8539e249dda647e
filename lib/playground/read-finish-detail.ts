import { z } from "zod";

/** Anthropic tells of a refusal which policy it was, and why; Gemini has a sentence for some ends. */
const anthropicSchema = z.object({
  stopDetails: z.object({ category: z.string().nullish(), explanation: z.string().nullish() }),
});
const googleSchema = z.object({ finishMessage: z.string().min(1) });
const metadataSchema = z.record(z.string(), z.unknown());

/** What a provider says about the end of an answer beside its one word, as a sentence; null when it says nothing. */
export function readFinishDetail(metadata: unknown): string | null {
  const providers = metadataSchema.safeParse(metadata).data ?? {};
  for (const own of Object.values(providers)) {
    const { category, explanation } = anthropicSchema.safeParse(own).data?.stopDetails ?? {};
    const parts = [category ? `category ${category}` : "", explanation ?? ""].filter((part) => part !== "");
    const said = parts.length > 0 ? parts.join(", ") : googleSchema.safeParse(own).data?.finishMessage;
    if (said !== undefined) return `The provider says: ${said}`;
  }
  return null;
}
