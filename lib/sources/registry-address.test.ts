import { describe, expect, it } from "vitest";
import { isReference, registryAddress } from "./registry-address";

describe("the address of a repository in a registry", () => {
  it.each([
    ["https://ghcr.io/meridian/skills", "meridian/skills"],
    ["https://containers.example.org:5000/skills/", "skills"],
    ["https://containers.example.org/v2/team/a__b/c.d-e", "team/a__b/c.d-e"],
  ])("of %s is %s", (url, name) => {
    expect(registryAddress(url)).toEqual({ base: `${new URL(url).origin}/v2/${name}`, name });
  });

  it.each([
    "https://ghcr.io",
    "https://ghcr.io/Meridian/skills",
    "https://ghcr.io/meridian/skills:v1",
    "https://ghcr.io/meridian//skills",
    "https://ghcr.io/meridian/%41/skills",
    `https://ghcr.io/${"a".repeat(256)}`,
    "no address",
  ])("is none in %s", (url) => {
    expect(registryAddress(url)).toBeNull();
  });
});

describe("what names an artefact of it", () => {
  it.each(["latest", "v1.2.3", "_x", "0".repeat(64)])("may be %s", (ref) =>
    expect(isReference(ref)).toBe(true),
  );
  it.each(["", ".x", "-x", "a/b", "a b", "x".repeat(129)])("is not %j", (ref) =>
    expect(isReference(ref)).toBe(false),
  );
});
