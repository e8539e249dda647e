import { describe, expect, it } from "vitest";
import { whyTooLarge } from "./examine-skill";

const files = (count: number, size = 1) =>
  Array.from({ length: count }, (_, at) => ({
    path: `${at}`,
    sha256: "a".repeat(64),
    size,
    executable: false,
  }));

describe("how much of a skill hosts must take", () => {
  it("is 512 files", () => {
    expect(whyTooLarge(files(512))).toBeNull();
    expect(whyTooLarge(files(513))).toBe("has 513 files; the skills extension takes 512");
  });

  it("is 16 MiB of them together", () => {
    const half = 8 * 1024 * 1024;
    expect(whyTooLarge(files(2, half))).toBeNull();
    expect(whyTooLarge(files(3, half))).toBe("has 24 MiB; the skills extension takes 16 MiB");
  });
});
