import { describe, expect, it } from "vitest";
import type { BatchItem } from "@/lib/batches/schema";
import {
  againWithRefused,
  asDeleted,
  carryOn,
  countRows,
  newRun,
  type Run,
  type RunRow,
  rowAfter,
  sendActs,
  undoable,
} from "./batch-run";

const names = Array.from({ length: 45 }, (_, at) => `skill-${at}`);
const row = (name: string, over: Partial<RunRow> = {}): RunRow => ({
  name,
  outcome: "done",
  summary: "Published v1.",
  problem: null,
  undo: [],
  ...over,
});
const item = (name: string, over: Partial<BatchItem> = {}): BatchItem => ({
  skill: { name },
  outcome: "done",
  summary: "Published v1.",
  ...over,
});
const problem = { code: "CONFLICT", message: "It needs an approval." };

/** A server that does what it is asked, and fails where it is told to, before or after it did it. */
function server(failAt: { call: number; after: boolean } | null = null) {
  const done: string[] = [];
  const calls: { names: readonly string[]; isRepeated: boolean }[] = [];
  const send = async (asked: readonly string[], isRepeated: boolean) => {
    calls.push({ names: asked, isRepeated });
    const fails = failAt?.call === calls.length;
    if (fails && !failAt.after) throw new Error("The server does not answer.");
    const rows = asked.map((name) =>
      done.includes(name) ? row(name, { outcome: "unchanged", summary: "Is published already." }) : row(name),
    );
    done.push(...asked.filter((name) => !done.includes(name)));
    if (fails) throw new Error("The server does not answer.");
    return rows;
  };
  return { send, done, calls };
}

const going = { isStopped: () => false, onProgress: () => undefined };

describe("a run through many skills", () => {
  it("sends chunks in order, and tells of each", async () => {
    const { send, calls } = server();
    const told: number[] = [];
    const run = await carryOn(newRun(names), {
      ...going,
      send,
      onProgress: ({ rows }) => told.push(rows.length),
    });
    expect(run).toMatchObject({ phase: "ended", waiting: [], problem: null });
    expect(calls.map((call) => call.names.length)).toEqual([20, 20, 5]);
    expect(told).toEqual([20, 40, 45]);
    expect(run.rows.map(({ name }) => name)).toEqual(names);
  });

  it("stops between two chunks and goes on from there", async () => {
    const { send, done } = server();
    let isStopped = false;
    const stopped = await carryOn(newRun(names), {
      send,
      isStopped: () => isStopped,
      onProgress: () => {
        isStopped = true;
      },
    });
    expect(stopped.phase).toBe("stopped");
    expect(done).toHaveLength(20);
    const ended = await carryOn(stopped, { ...going, send });
    expect(ended.phase).toBe("ended");
    expect(done).toEqual(names);
  });

  it.each([{ after: false }, { after: true }])(
    "says how far it came when the answer is lost ($after), and does nothing twice when it goes on",
    async ({ after }) => {
      const { send, done, calls } = server({ call: 2, after });
      const cut = await carryOn(newRun(names), { ...going, send });
      expect(cut).toMatchObject({ phase: "cut-off", problem: "The server does not answer." });
      expect(cut.rows).toHaveLength(20);
      expect(cut.waiting).toHaveLength(25);
      const ended = await carryOn(cut, { ...going, send });
      expect(ended.phase).toBe("ended");
      expect(ended.rows.map(({ name }) => name)).toEqual(names);
      expect(done).toEqual(names);
      expect(calls.map(({ isRepeated }) => isRepeated)).toEqual([false, false, true, false]);
    },
  );

  it("ends at once when there is nothing to do", async () => {
    const { send, calls } = server();
    expect((await carryOn(newRun([]), { ...going, send })).phase).toBe("ended");
    expect(calls).toEqual([]);
  });

  it("tries again only what was refused", () => {
    const run: Run = {
      phase: "ended",
      waiting: [],
      rows: [row("a"), row("b", { outcome: "refused", problem }), row("c", { outcome: "unchanged" })],
      problem: null,
    };
    const again = againWithRefused(run);
    expect(again).toMatchObject({ phase: "running", waiting: ["b"] });
    expect(again.rows.map(({ name }) => name)).toEqual(["a", "c"]);
  });
});

describe("one act after another", () => {
  it("takes what was refused no further, and keeps the order that was asked for", async () => {
    const asked: string[][] = [];
    const rows = await sendActs(["publish", "assign"], ["a", "b", "c"], async (act, going) => {
      asked.push([act, ...going]);
      return [...going].reverse().map((name) =>
        act === "publish" && name === "b"
          ? item(name, { outcome: "refused", summary: problem.message, problem })
          : item(name, {
              summary: act === "publish" ? "Published v1." : "Assigned.",
              ...(act === "assign" ? { undo: [{ kind: "unassign" as const, agents: ["agent"] }] } : {}),
            }),
      );
    });
    expect(asked).toEqual([
      ["publish", "a", "b", "c"],
      ["assign", "c", "a"],
    ]);
    expect(rows.map(({ name, outcome, summary }) => [name, outcome, summary])).toEqual([
      ["a", "done", "Published v1. Assigned."],
      ["b", "refused", "It needs an approval."],
      ["c", "done", "Published v1. Assigned."],
    ]);
    expect(undoable(rows).map(({ name }) => name)).toEqual(["a", "c"]);
  });

  it("asks for nothing once all were refused", async () => {
    let calls = 0;
    await sendActs(["publish", "assign"], ["a"], async () => {
      calls += 1;
      return [item("a", { outcome: "refused", problem })];
    });
    expect(calls).toBe(1);
  });

  it("says what was done although the rest was refused or so already", () => {
    const published = row("a");
    expect(rowAfter(published, row("a", { outcome: "unchanged", summary: "Has it already." }))).toMatchObject(
      {
        outcome: "done",
        summary: "Published v1.",
      },
    );
    expect(
      rowAfter(published, row("a", { outcome: "refused", summary: "It is full.", problem })),
    ).toMatchObject({ outcome: "refused", summary: "Published v1. It is full.", problem });
    const same = row("a", { outcome: "unchanged", summary: "Is published already." });
    expect(rowAfter(same, row("a", { summary: "Assigned." }))).toMatchObject({
      outcome: "done",
      summary: "Assigned.",
    });
  });
});

describe("what became of the rows", () => {
  it("is counted", () => {
    expect(countRows([row("a"), row("b", { outcome: "refused" }), row("c")])).toEqual({
      done: 2,
      unchanged: 0,
      refused: 1,
    });
  });

  it("counts a skill as deleted that an unanswered request has deleted", () => {
    const gone = row("a", { outcome: "refused", problem: { code: "NOT_FOUND", message: "No such skill." } });
    expect(asDeleted(gone)).toMatchObject({ outcome: "done", problem: null });
    const kept = row("a", { outcome: "refused", problem });
    expect(asDeleted(kept)).toBe(kept);
  });
});
