import { describe, expect, it } from "vitest";
import { sealedKey, sealedSecret, sealedToken } from "./sealed-secret";

describe("sealedSecret", () => {
  it("opens in its own row, as what it is, and nowhere else", () => {
    const sealed = sealedSecret("mirror").seal("a", "token");
    expect(sealedSecret("mirror").unseal("a", sealed)).toBe("token");
    expect(() => sealedSecret("mirror").unseal("b", sealed)).toThrow();
    expect(() => sealedSecret("source").unseal("a", sealed)).toThrow();
  });
});

it("keeps nothing of a token that is not there", () => {
  const token = sealedToken("source");
  expect(token.seal("a", null)).toBeNull();
  expect(token.unseal("a", null)).toBeNull();
  expect(token.unseal("a", token.seal("a", "x"))).toBe("x");
});

it("shows the end of a key, and of a short one nothing", () => {
  const keys = sealedKey("model-connection");
  const hintOf = (key: string | null) => keys.seal("a", key).keyHint;
  expect(["sk-0123456789abcd", "sk-01234567", "short", null].map(hintOf)).toEqual(["abcd", "", "", null]);
  expect(keys.unseal("a", keys.seal("a", "short").encryptedKey)).toBe("short");
  expect(keys.seal("a", null)).toEqual({ encryptedKey: null, keyHint: null });
});
