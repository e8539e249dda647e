import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import type { DirectoryEntry, DirectoryLoad } from "./directory-schema";
import { lineOf, logLoad, sayOutcome } from "./log-load";

afterEach(() => vi.restoreAllMocks());

const entry = (outcome: DirectoryEntry["outcome"], skill: string | null, message = ""): DirectoryEntry => ({
  outcome,
  path: `/srv/skills/${skill ?? "x"}`,
  skill,
  message,
  notes: [],
  files: [],
});

describe("a reading in the log", () => {
  it("is one line with names, counts and the trace, and one for each thing to look at", () => {
    const info = vi.spyOn(log, "info").mockImplementation(() => {});
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    const load: DirectoryLoad = {
      id: "0",
      trigger: "watch",
      strict: false,
      loaded: 2,
      failed: 1,
      entries: [entry("new", "notes"), entry("unchanged", "rota"), entry("failed", null, "No name.")],
      durationMs: 12,
      traceId: "trace-1",
      startedAt: "2026-11-27T00:00:00.000Z",
    };
    logLoad(load);
    expect(info.mock.calls).toEqual([
      [
        { traceId: "trace-1", trigger: "watch", loaded: 2, failed: 1, durationMs: 12 },
        "Skills on disk: 2 loaded; 1 new (notes), 0 changed, 1 failed (/srv/skills/x), 0 duplicate, 0 conflict; in 12 ms.",
      ],
    ]);
    expect(warn.mock.calls).toEqual([[{ traceId: "trace-1" }, "/srv/skills/x: No name."]]);
  });

  it("names ten of a kind, and no name ends the line", () => {
    const many = Array.from({ length: 12 }, (_, index) => entry("new", `s${index}`));
    expect(sayOutcome(many, "new")).toBe("12 new (s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 2 more)");
    expect(sayOutcome([entry("new", "a\nb")], "new")).not.toContain("\n");
    expect(lineOf({ path: "/a\nb", message: "x" })).not.toContain("\n");
  });
});
