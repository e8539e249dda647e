import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatChange,
  formatCost,
  formatCount,
  formatDuration,
  formatExact,
  formatPercent,
  formatRelative,
  formatTokens,
} from "./format";

describe("numbers", () => {
  it("counts things in words", () => {
    expect(formatCount(0, "skill")).toBe("0 skills");
    expect(formatCount(1, "skill")).toBe("1 skill");
    expect(formatTokens(1204)).toBe("1,204 tokens");
    expect(formatCount(2, "reply", "replies")).toBe("2 replies");
  });

  it("signs a change with a true minus", () => {
    expect([formatChange(329), formatChange(-4), formatChange(0)]).toEqual(["+329", "−4", "0"]);
  });

  it("gives a cost as many digits as say something", () => {
    expect([0, 0.02134, 0.0000512, 0.5, 12.5].map(formatCost)).toEqual([
      "$0",
      "$0.0213",
      "$0.0000512",
      "$0.5",
      "$12.50",
    ]);
  });

  it("gives sizes on the base of 1,024", () => {
    expect([formatBytes(0), formatBytes(1023), formatBytes(2150), formatBytes(16 * 1024 ** 2)]).toEqual([
      "0 B",
      "1,023 B",
      "2.1 KB",
      "16 MB",
    ]);
    expect(formatBytes(3 * 1024 ** 5)).toBe("3,072 TB");
  });

  it("gives shares and durations", () => {
    expect(formatPercent(0.0234)).toBe("2.3 %");
    expect([42, 421, 12_400, 60_000, 85_400].map(formatDuration)).toEqual([
      "42 ms",
      "0.4 s",
      "12 s",
      "1 min",
      "1 min 25 s",
    ]);
  });
});

describe("times", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const hour = 3_600_000;
  const ago = (milliseconds: number) => formatRelative(new Date(now.getTime() - milliseconds), now);

  it("says how long ago, in the largest unit that fits", () => {
    expect([59_999, 60_000, 59 * 60_000, hour, 23 * hour, 24 * hour].map(ago)).toEqual([
      "now",
      "1 min",
      "59 min",
      "1 h",
      "23 h",
      "1 d",
    ]);
    expect([13, 14, 59, 60, 364, 800].map((days) => ago(days * 24 * hour))).toEqual([
      "13 d",
      "2 w",
      "8 w",
      "2 mo",
      "12 mo",
      "2 y",
    ]);
  });

  it("takes a clock that is a little ahead for now", () => {
    expect(ago(-5000)).toBe("now");
  });

  it("gives the exact moment with its time zone", () => {
    expect(formatExact(now, "UTC")).toBe("21 Nov 2026, 12:00:00 UTC");
  });
});
