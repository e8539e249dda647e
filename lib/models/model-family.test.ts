import { describe, expect, it } from "vitest";
import { modelFamily } from "./model-family";

const familyOf = (modelId: string, provider: "compatible" | "openai" | "anthropic" = "compatible") =>
  modelFamily({ provider, baseUrl: "https://models.example.com/v1", modelId });

describe("the family of a model", () => {
  it.each([
    ["claude-sonnet-4-5", "anthropic"],
    ["anthropic/claude-opus-4.1", "anthropic"],
    ["gpt-5-mini", "openai"],
    ["openai/gpt-oss-120b", "openai"],
    ["o4-mini", "openai"],
    ["gemini-2.5-pro", "google"],
    ["google/gemma-3", "google"],
    ["meta-llama/Llama-3.3-70B", "meta"],
    ["Mixtral-8x7B", "mistral"],
    ["qwen3:8b", "qwen"],
    ["deepseek-r1", "deepseek"],
    ["phi-4", "microsoft"],
    ["grok-4", "xai"],
    ["command-r", "cohere"],
    ["kimi-k2", "moonshot"],
    ["glm-4.6", "zhipu"],
  ])("of %s is %s, whoever serves it", (modelId, family) => {
    expect(familyOf(modelId)).toBe(family);
  });

  it("of an id that says nothing is the provider's", () => {
    expect(familyOf("my-tuned-model", "openai")).toBe("openai");
    expect(familyOf("my-tuned-model", "anthropic")).toBe("anthropic");
  });

  it("of an unknown id at an address of one's own is that id at that address", () => {
    expect(familyOf("large")).not.toBe(familyOf("small"));
    expect(familyOf("large")).toBe(familyOf("LARGE"));
  });
});
