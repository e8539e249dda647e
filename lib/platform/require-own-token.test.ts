import { describe, expect, it } from "vitest";
import { requireOwnToken } from "./require-own-token";

describe("requireOwnToken", () => {
  const row = { url: "https://a.example/x.git", sealedToken: new Uint8Array([1]) };
  const other = "https://b.example/x.git";

  it("lets a stored token go to no other host, port or scheme", () => {
    for (const url of [other, "https://a.example:8443/x.git", "http://a.example/x.git"])
      expect(() => requireOwnToken(row, url, undefined)).toThrow("Another host needs its own token");
    expect(() => requireOwnToken(row, "https://a.example/y.git", undefined)).not.toThrow();
  });

  it("asks for none where one is given or taken away, or there was none", () => {
    for (const token of ["new", null]) expect(() => requireOwnToken(row, other, token)).not.toThrow();
    expect(() => requireOwnToken({ ...row, sealedToken: null }, other, undefined)).not.toThrow();
  });
});
