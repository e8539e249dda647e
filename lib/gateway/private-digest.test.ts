import { describe, expect, it } from "vitest";
import { keyedSha256, sha256 } from "@/lib/platform/crypto";
import { privateDigest } from "./private-digest";

describe("a digest of what is not kept", () => {
  it("tells two texts apart, and is no sha256 that anybody could try guesses on", () => {
    expect(privateDigest("yes")).toMatch(/^[0-9a-f]{64}$/);
    expect(privateDigest("yes")).toBe(privateDigest("yes"));
    expect(privateDigest("yes")).not.toBe(privateDigest("no"));
    expect(privateDigest("yes")).not.toBe(sha256("yes"));
  });

  it("is another one under another secret, and for another purpose", () => {
    const [one, other, elsewhere] = [
      keyedSha256("secret-1", "a"),
      keyedSha256("secret-2", "a"),
      keyedSha256("secret-1", "b"),
    ];
    expect(new Set([one("yes"), other("yes"), elsewhere("yes")]).size).toBe(3);
  });
});
