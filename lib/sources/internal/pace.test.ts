import { describe, expect, it } from "vitest";
import { isDripping } from "./pace";

const MiB = 1024 * 1024;

describe("a remote that is read", () => {
  it.each([
    ["has half a minute before anything comes", { ms: 30_000, bytes: 0 }, false],
    ["and no more", { ms: 30_001, bytes: 0 }, true],
    ["may go on at the pace of a slow line", { ms: 120_000, bytes: 3 * MiB }, false],
    ["may not drip", { ms: 120_000, bytes: 1_000 }, true],
    ["may be asked for many small things", { ms: 600_000, bytes: 1_000, answers: 600 }, false],
    ["which each come soon", { ms: 600_000, bytes: 1_000, answers: 60 }, true],
  ])("%s", (_, told, expected) => {
    expect(isDripping(told)).toBe(expected);
  });
});
