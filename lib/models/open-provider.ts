import "server-only";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { AppError } from "@/lib/kernel/app-error";
import type { ModelProvider } from "./provider-options";

export type Endpoint = {
  provider: ModelProvider;
  /** The provider's own address when null. */
  baseUrl: string | null;
  modelId: string;
  key: string | null;
};

/** The AI SDK's model behind an address; it has sent nothing yet. */
export function openProvider(
  { provider, baseUrl, modelId, key }: Endpoint,
  fetch: typeof globalThis.fetch,
): LanguageModelV4 {
  // Without one the SDK would look for a key in the environment.
  const apiKey = key ?? "none";
  const settings = { apiKey, fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) };
  switch (provider) {
    case "anthropic":
      return baseUrl === null
        ? createAnthropic(settings)(modelId)
        : onlyCommonFields(createAnthropic(settings)(modelId));
    case "google":
      return createGoogle(settings)(modelId);
    case "openai":
      return createOpenAI(settings).chat(modelId);
    case "compatible": {
      if (baseUrl === null)
        throw new AppError("UNPROCESSABLE", "An OpenAI-compatible model needs its base URL.");
      const optional = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({
        name: "compatible",
        baseURL: baseUrl,
        fetch,
        includeUsage: true,
        ...optional,
      })(modelId);
    }
  }
}

/** The SDK marks each tool for streaming in fine grains; addresses that only speak like Anthropic refuse that field. */
const onlyCommonFields = (model: LanguageModelV4): LanguageModelV4 =>
  wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({
      settings: { providerOptions: { anthropic: { toolStreaming: false } } },
    }),
  });
