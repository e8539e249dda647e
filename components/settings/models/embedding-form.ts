import type { EmbeddingEndpoint, SetEmbeddings } from "@/lib/embeddings/schema";

/** As it is typed. */
export type EmbeddingForm = {
  baseUrl: string;
  modelId: string;
  key: string;
  price: string;
  monthlyTokens: string;
};

export const formOf = (endpoint: EmbeddingEndpoint | null): EmbeddingForm => ({
  baseUrl: endpoint?.baseUrl ?? "",
  modelId: endpoint?.modelId ?? "",
  key: "",
  price: endpoint?.price == null ? "" : String(endpoint.price),
  monthlyTokens: endpoint?.monthlyTokens == null ? "" : String(endpoint.monthlyTokens),
});

/** An empty key is the stored one. */
export const addressIn = ({ baseUrl, modelId, key }: EmbeddingForm) => ({
  baseUrl: baseUrl.trim(),
  modelId: modelId.trim(),
  ...(key.trim() === "" ? {} : { key: key.trim() }),
});

const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

export const toInput = (form: EmbeddingForm): SetEmbeddings => ({
  ...addressIn(form),
  price: numberIn(form.price),
  monthlyTokens: numberIn(form.monthlyTokens),
});

export const whyNotTested = ({ baseUrl, modelId }: EmbeddingForm): string | undefined =>
  baseUrl.trim() === "" || modelId.trim() === "" ? "Enter base URL and model." : undefined;

export function whyNotSaved(form: EmbeddingForm, endpoint: EmbeddingEndpoint | null): string | undefined {
  const wrong = whyNotTested(form) ?? priceProblem(form.price) ?? tokensProblem(form.monthlyTokens);
  if (wrong !== undefined) return wrong;
  const isSame = endpoint && JSON.stringify(form) === JSON.stringify(formOf(endpoint));
  return isSame ? "Nothing is changed." : undefined;
}

export function priceProblem(text: string): string | undefined {
  const price = numberIn(text);
  return price === null || (price >= 0 && price <= 100_000)
    ? undefined
    : "US dollars, such as 0.02, or nothing.";
}

export function tokensProblem(text: string): string | undefined {
  const tokens = numberIn(text);
  const fits = tokens === null || (Number.isInteger(tokens) && tokens >= 1_000 && tokens <= 2_000_000_000);
  return fits ? undefined : "A whole number from 1,000, or nothing for no limit.";
}
