import { describe, expect, it } from "vitest";
import type { EmbeddingEndpoint } from "@/lib/embeddings/schema";
import {
  addressIn,
  formOf,
  priceProblem,
  toInput,
  tokensProblem,
  whyNotSaved,
  whyNotTested,
} from "./embedding-form";

const endpoint: EmbeddingEndpoint = {
  baseUrl: "https://models.example.com/v1",
  modelId: "meaning",
  hasKey: true,
  keyHint: "cdef",
  dimensions: 384,
  price: 0.02,
  monthlyTokens: null,
  used: { tokens: 0, texts: 0, cost: 0 },
  failure: null,
};

describe("the form of an endpoint for embeddings", () => {
  it("shows what is stored and never a key, which then stays as it is", () => {
    const form = formOf(endpoint);
    expect(form).toMatchObject({ key: "", price: "0.02", monthlyTokens: "" });
    expect(addressIn(form)).toEqual({ baseUrl: endpoint.baseUrl, modelId: "meaning" });
    expect(whyNotSaved(form, endpoint)).toBe("Nothing is changed.");
  });

  it("sends what was typed without blanks, and null for what is empty", () => {
    const form = { ...formOf(null), baseUrl: " https://x.example/v1 ", modelId: " m ", key: " k " };
    expect(toInput(form)).toEqual({
      baseUrl: "https://x.example/v1",
      modelId: "m",
      key: "k",
      price: null,
      monthlyTokens: null,
    });
    expect(whyNotSaved(form, null)).toBeUndefined();
  });

  it("needs an address and a model before it is tested or saved", () => {
    expect(whyNotTested(formOf(null))).toBe("Enter base URL and model.");
    expect(whyNotSaved({ ...formOf(null), baseUrl: "https://x.example/v1" }, null)).toBe(
      "Enter base URL and model.",
    );
  });

  it.each(["-1", "a", "100001"])("refuses the price %s", (text) => {
    expect(priceProblem(text)).toMatch(/US dollars/);
    expect(whyNotSaved({ ...formOf(endpoint), price: text }, endpoint)).toMatch(/US dollars/);
  });

  it.each(["999", "1.5", "x", "2000000001"])("refuses the limit %s", (text) => {
    expect(tokensProblem(text)).toMatch(/whole number/);
  });

  it("takes nothing for no price and no limit", () => {
    expect([priceProblem(" "), tokensProblem(""), tokensProblem("1000")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
