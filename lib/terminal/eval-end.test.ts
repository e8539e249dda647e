import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  anEvalServer as aServer,
  ended,
  estimate,
  refused,
  report,
  run,
} from "@/lib/testing/browser/eval-server";

const again = (body: unknown, status = 202) =>
  Response.json(body, { status, headers: { "retry-after": "0.001" } });
const refusedYet = () => again({ status: 409, code: "CONFLICT", detail: "Run 7 goes on." }, 409);

describe("greenroom eval while a run goes on", () => {
  it.each([
    ["says so", () => again(run)],
    ["does not know how to wait", refusedYet],
  ])("asks a server again that %s", async (_, yet) => {
    let asks = 0;
    const { run: client, calls } = await aServer({
      "GET suite-runs/7/report": () => (++asks < 3 ? yet() : report),
    });
    const { code, err } = await client("eval", "notes", "--yes", "--verbose");
    expect(code).toBe(0);
    expect(calls().filter((call) => call.endsWith("report"))).toHaveLength(3);
    expect(err).toContain("notes: run 7, 12 of 36 trials, $0.0200");
  });

  it("stops the run on the server at the first interruption, and says what was kept", async () => {
    let interrupt = () => {};
    const gate = { code: 3, reasons: ["The run was not carried out to its end: stopped by CI"] };
    const { run: client, calls } = await aServer(
      {
        "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) => {
          if (!query.has("wait")) return { ...report, gate };
          interrupt();
          return report;
        },
        "POST suite-runs/7/stop": {
          ...ended,
          state: "stopped",
          progress: { total: 36, done: 20, invalid: 1 },
        },
      },
      {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => {};
        },
      },
    );
    const { code, out, err } = await client("eval", "notes", "other", "--yes");
    expect(code).toBe(3);
    expect(err).toContain(
      "notes: stopping run 7. Ctrl+C once more ends without waiting; the run may then go on.",
    );
    expect(out).toContain("not carried out to its end");
    expect(out).toContain("You stopped it; 21 of 36 trials were done and are kept.");
    expect(out).toContain("It was not tried: you stopped before it.");
    expect(calls().slice(-2)).toEqual(["POST suite-runs/7/stop", "GET suite-runs/7/report"]);
  });

  it("does not say that it stopped a run which had ended by then, and passes by its verdict", async () => {
    let interrupt = () => {};
    const { run: client } = await aServer(
      {
        "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) => {
          if (query.has("wait")) interrupt();
          return report;
        },
        "POST suite-runs/7/stop": { ...ended, state: "done" },
      },
      {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => {};
        },
      },
    );
    const { code, out } = await client("eval", "notes", "--yes");
    expect(code).toBe(0);
    expect(out).not.toContain("You stopped it");
  });

  it("starts nothing where the interruption comes before the start", async () => {
    let interrupt = () => {};
    const { run: client, calls } = await aServer(
      {
        "POST suite-runs/estimate": () => {
          interrupt();
          return estimate;
        },
      },
      {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => {};
        },
      },
    );
    const { code, out } = await client("eval", "notes", "--yes");
    expect([code, out]).toEqual([3, expect.stringContaining("It was not started: you stopped before it.")]);
    expect(calls()).toEqual(["POST suite-runs/estimate"]);
  });

  it("says so where the server does not stop it", async () => {
    let interrupt = () => {};
    const { run: client } = await aServer(
      {
        "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) => {
          if (query.has("wait")) interrupt();
          return refusedYet();
        },
        "POST suite-runs/7/stop": refused(403, "This key may not stop it."),
      },
      {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => {};
        },
      },
    );
    const { code, out } = await client("eval", "notes", "--yes");
    expect([code, out]).toEqual([
      3,
      expect.stringContaining("It may go on: This key may not stop it. Run 7 goes on."),
    ]);
  });
});

describe("greenroom eval --trajectories", () => {
  const trial = { id: "t-1", case: "c", dialect: "codex", arm: "found", repeat: 1, state: "done" };

  it("writes the session of each trial below the folder, whatever a server calls them", async () => {
    const hostile = { ...trial, id: "t-2", case: "../../x", dialect: "a/b" };
    const lost = { ...trial, id: "t-3" };
    const { run: client, home } = await aServer({
      "GET suite-runs/7/trials": ({ query }: { query: URLSearchParams }) =>
        query.has("cursor")
          ? { items: [lost], nextCursor: null }
          : { items: [trial, hostile], nextCursor: "next" },
      "GET suite-runs/7/trials/t-1/trajectory": { schema_version: "ATIF-v1.7" },
      "GET suite-runs/7/trials/t-2/trajectory": { schema_version: "ATIF-v1.7" },
      "GET suite-runs/7/trials/t-3/trajectory": refused(404, "It is not kept any more."),
    });
    const { code, err } = await client("eval", "notes", "--yes", "--trajectories", "out");
    expect(code).toBe(0);
    const folder = path.join(home, "out", "notes", "run-7");
    expect(readdirSync(folder).toSorted()).toEqual([
      "--..-x_a-b_found_1_t-2.json",
      "c_codex_found_1_t-1.json",
    ]);
    expect(readFileSync(path.join(folder, "c_codex_found_1_t-1.json"), "utf8")).toBe(
      '{"schema_version":"ATIF-v1.7"}',
    );
    expect(err).toContain("notes: no session could be saved of 1 trial of run 7.");
  });

  it("keeps the gate's word where a session cannot be read", async () => {
    const gate = { code: 1, reasons: ["codex: worse than approved, 6 cases lost."] };
    const { run: client } = await aServer({
      "GET suite-runs/7/report": { ...report, gate },
      "GET suite-runs/7/trials": { items: [trial, { ...trial, id: "t-2" }], nextCursor: null },
      "GET suite-runs/7/trials/t-1/trajectory": refused(403, "This key may not read it."),
      "GET suite-runs/7/trials/t-2/trajectory": { schema_version: "ATIF-v1.7" },
    });
    const { code, out, err } = await client("eval", "notes", "--yes", "--trajectories", "out");
    expect([code, out]).toEqual([1, expect.stringContaining("6 cases lost")]);
    expect(err).toContain("This key may not read it.");
    expect(err).toContain("notes: no session could be saved of 1 trial of run 7.");
  });

  it("keeps the gate's word where trials cannot be listed", async () => {
    const { run: client } = await aServer({ "GET suite-runs/7/trials": refused(403, "This key may not.") });
    const { code, err } = await client("eval", "notes", "--yes", "--trajectories", "out");
    expect([code, err]).toEqual([0, expect.stringContaining("This key may not.")]);
  });

  it("ends where a server gives the same page again", async () => {
    const { run: client, calls } = await aServer({
      "GET suite-runs/7/trials": { items: [], nextCursor: "again" },
    });
    const { code, err } = await client("eval", "notes", "--yes", "--trajectories", "out");
    expect([code, err]).toEqual([0, expect.stringContaining("gave the same page of trials again")]);
    expect(calls().filter((call) => call.endsWith("/trials"))).toHaveLength(2);
  });

  it("ends where the person wants no more of it, with the gate's word", async () => {
    let interrupt = () => {};
    const { run: client, calls } = await aServer(
      {
        "GET suite-runs/7/trials": () => {
          interrupt();
          return { items: [trial], nextCursor: "next" };
        },
      },
      {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => {};
        },
      },
    );
    const { code, err } = await client("eval", "notes", "--yes", "--trajectories", "out");
    expect([code, err]).toEqual([0, expect.stringContaining("you stopped before")]);
    expect(calls().filter((call) => call.includes("/trials"))).toEqual(["GET suite-runs/7/trials"]);
  });

  it("names a folder that cannot be made", async () => {
    const { run: client, home } = await aServer();
    writeFileSync(path.join(home, "file"), "");
    const { code, err } = await client("eval", "notes", "--yes", "--trajectories", "file");
    expect([code, err]).toEqual([4, expect.stringContaining("cannot be made")]);
  });
});
