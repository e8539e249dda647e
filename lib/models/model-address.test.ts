import { expect, it } from "vitest";
import { modelAddress, sayModelAddress } from "./model-address";

const endpoint = { provider: "anthropic", baseUrl: null, modelId: "claude-sonnet-4-5" };

it("is another one for another provider, address or model, and says so in words", () => {
  const all = [
    endpoint,
    { ...endpoint, provider: "compatible", baseUrl: "http://localhost:8080/v1" },
    { ...endpoint, baseUrl: "https://proxy.example" },
    { ...endpoint, modelId: "claude-opus-4" },
  ].map(modelAddress);
  expect(new Set(all).size).toBe(4);
  expect(all.map(sayModelAddress)).toEqual([
    "claude-sonnet-4-5 of anthropic",
    "claude-sonnet-4-5 at http://localhost:8080/v1",
    "claude-sonnet-4-5 at https://proxy.example",
    "claude-opus-4 of anthropic",
  ]);
});

it.each(["rehearsal", "", "{", '["nobody",null,"x"]', "[1]"])("says nothing of %j", (address) => {
  expect(sayModelAddress(address)).toBeNull();
});
