import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/discussion/schema";
import { placeThreads } from "./place-threads";

const ines = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };

const threadOn = (id: string, place: Thread["place"]): Thread => ({
  id,
  review: null,
  place,
  resolved: null,
  createdBy: ines,
  createdAt: "2026-11-21T10:00:00.000Z",
  comments: [],
});

const onLines = (startLine: number, endLine: number, isThere = true): Thread["place"] => ({
  kind: "file",
  side: "new",
  path: "old.md",
  startLine: 1,
  endLine: 1,
  digest: "d".repeat(64),
  revision: 3,
  quote: "Read it.",
  now: isThere ? { path: "SKILL.md", startLine, endLine, moved: true } : null,
  hunk: { from: 1, lines: ["Read it."] },
});

const onEvent = (id: string | null): Thread["place"] => ({
  kind: "event",
  conversation: id === null ? null : { id, title: "EU checkout 502s", seq: 13, turn: 3 },
  type: "request-refused",
  words: "Refused: ../x",
});

describe("the threads of a review in its comparison", () => {
  it("stand below the last of their lines, where those are now, and keep them in sight", () => {
    const placed = placeThreads([threadOn("a", onLines(24, 25)), threadOn("b", onLines(25, 25))]);
    const ids = placed.below({ path: "SKILL.md", side: "new", line: 25 }).map(({ id }) => id);
    expect(ids).toEqual(["a", "b"]);
    expect(placed.below({ path: "SKILL.md", side: "old", line: 25 })).toEqual([]);
    expect(placed.below({ path: "old.md", side: "new", line: 1 })).toEqual([]);
    expect(placed.lines).toContainEqual({ path: "SKILL.md", side: "new", line: 24 });
    expect([...placed.paths]).toEqual(["SKILL.md"]);
  });

  it("keep the last dozen lines in sight of a thread about very many", () => {
    const { lines } = placeThreads([threadOn("a", onLines(1, 400))]);
    expect(lines.map(({ line }) => line)).toEqual([
      389, 390, 391, 392, 393, 394, 395, 396, 397, 398, 399, 400,
    ]);
  });

  it("are outdated under the path they were about, when their text is gone", () => {
    const placed = placeThreads([threadOn("a", onLines(1, 1, false))]);
    expect(placed.outdated.get("old.md")).toHaveLength(1);
    expect(placed.lines).toEqual([]);
  });

  it("are gathered by conversation when they are about events, also where it is gone", () => {
    const chat = "0190a000-0000-7000-8000-0000000000aa";
    const placed = placeThreads([
      threadOn("a", onEvent(chat)),
      threadOn("b", onEvent(null)),
      threadOn("c", onEvent(chat)),
      threadOn("d", { kind: "general" }),
    ]);
    expect(placed.events.get(chat)?.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(placed.events.get("")?.map(({ id }) => id)).toEqual(["b"]);
  });
});
