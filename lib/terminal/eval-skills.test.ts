import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  anEvalServer as aServer,
  ended,
  estimate,
  refused,
  report,
  run,
  unchanged,
} from "@/lib/testing/browser/eval-server";

describe("greenroom eval", () => {
  it("says what a run may cost, runs it, waits on the server for its end and tells the gate's word", async () => {
    const { run: client, asked, calls } = await aServer();
    const { code, out, err } = await client("eval", "notes", "--yes", "--cap", "2", "--repeats", "3");
    expect([code, out]).toEqual([0, "pass           notes  run 7 of ddddddd, against run 5 of v3\n"]);
    expect(err).toContain("notes: 36 trials, up to 72 calls, up to $0.40, at most $2.00.");
    expect(calls()).toEqual(["POST suite-runs/estimate", "POST suite-runs", "GET suite-runs/7/report"]);
    expect(Object.fromEntries(asked[2]?.query ?? [])).toEqual({ wait: "25" });
    expect(asked[1]?.body).toEqual({
      suite: "trigger",
      repeats: 3,
      capUsd: 2,
      requestKey: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it.each([
    [1, "regression", "codex: worse than approved, 6 cases lost."],
    [2, "golden failed", "codex: golden tasks failed: merge."],
    [3, "not measured", "codex: no model answered."],
  ])("exits with the gate's code %i and says why", async (gate, word, why) => {
    const { run: client } = await aServer({
      "GET suite-runs/7/report": { ...report, gate: { code: gate, reasons: [why] } },
    });
    const { code, out } = await client("eval", "notes", "--yes");
    expect(code).toBe(gate);
    expect(out).toContain(word);
    expect(out).toContain(why);
  });

  it("asks before it spends, and runs nothing where nobody can be asked or the answer is no", async () => {
    const unasked = await aServer();
    const alone = await unasked.run("eval", "notes");
    expect([alone.code, alone.err]).toEqual([64, expect.stringContaining("Give --yes")]);
    const no = await aServer({}, { ask: async () => "n" });
    const said = await no.run("eval", "notes");
    expect([said.code, said.out]).toEqual([3, expect.stringContaining("It was not run: you said no.")]);
    for (const { calls } of [unasked, no]) expect(calls()).toEqual(["POST suite-runs/estimate"]);
    const yes = await aServer({}, { ask: async () => "y" });
    expect((await yes.run("eval", "notes")).code).toBe(0);
  });

  it("says what is kept already, and what is left to ask at most", async () => {
    const kept = { trials: 30, looked: 36, calls: { low: 6, high: 18 }, usd: { low: 0.02, high: 0.06 } };
    const some = await aServer({ "POST suite-runs/estimate": { ...estimate, kept } });
    const { err } = await some.run("eval", "notes", "--yes");
    expect(err).toContain(
      "At least 30 of 36 trials begin with kept answers: up to 18 calls left, up to $0.06.",
    );
    const none = await aServer({ "POST suite-runs/estimate": { ...estimate, kept: { ...kept, trials: 0 } } });
    expect((await none.run("eval", "notes", "--yes")).err).not.toContain("kept");
  });

  it("asks also where the price is not known, and not where nothing is paid", async () => {
    const unknown = await aServer({ "POST suite-runs/estimate": { ...estimate, usd: null } });
    const { code, err } = await unknown.run("eval", "notes");
    expect([code, err]).toEqual([64, expect.stringContaining("the price is not known")]);
    const free = await aServer({ "POST suite-runs/estimate": { ...estimate, usd: { low: 0, high: 0 } } });
    expect((await free.run("eval", "notes")).code).toBe(0);
  });

  it("asks for a live model whose answers are no verdict, and not where rules alone answer", async () => {
    const behindRules = { ...estimate, scripted: true, asksLive: true };
    const paid = await aServer({ "POST suite-runs/estimate": behindRules });
    const { code, err } = await paid.run("eval", "notes");
    expect([code, err]).toEqual([64, expect.stringContaining("up to $0.40")]);
    expect(paid.calls()).toEqual(["POST suite-runs/estimate"]);
    const rules = await aServer({ "POST suite-runs/estimate": { ...behindRules, asksLive: false } });
    expect((await rules.run("eval", "notes")).code).toBe(0);
    const older = await aServer({ "POST suite-runs/estimate": { ...estimate, scripted: true } });
    expect((await older.run("eval", "notes")).code).toBe(0);
  });

  it("goes on with the others where one cannot be measured, and answers the gravest", async () => {
    const { run: client } = await aServer({
      "POST suite-runs": refused(422, "\u001b[31mnotes has no cases yet."),
    });
    const { code, out, document } = await client("eval", "notes", "other", "--yes", "--json");
    expect(code).toBe(3);
    expect(out).not.toContain("\u001b");
    expect(document()).toMatchObject({
      command: "eval",
      ok: false,
      code: 3,
      skills: [
        { skill: "notes", number: null, code: 3 },
        { skill: "other", number: null, code: 3 },
      ],
    });
  });

  it("starts nothing for a skill whose suite cannot run", async () => {
    const { run: client, calls } = await aServer({
      "POST suite-runs/estimate": { ...estimate, problems: ["No agent has this skill."] },
    });
    const { code, out } = await client("eval", "notes", "--yes");
    expect([code, out]).toEqual([3, expect.stringContaining("No agent has this skill.")]);
    expect(calls()).toEqual(["POST suite-runs/estimate"]);
  });

  it("takes the run that the server names as one that asked the same with --only-changed", async () => {
    const kept = await aServer({
      "POST suite-runs/estimate": unchanged,
      "GET suite-runs/7": { ...ended, selfCheck: { passed: true, acknowledged: false } },
    });
    const { code, out } = await kept.run("eval", "notes", "--only-changed");
    expect([code, out]).toEqual([
      0,
      "pass           notes  run 7 of ddddddd (from before), against run 5 of v3\n",
    ]);
    expect(kept.calls()).toEqual(["POST suite-runs/estimate", "GET suite-runs/7", "GET suite-runs/7/report"]);
  });

  it("asks everything again with --anew, of the estimate and of the run", async () => {
    const { run: client, asked } = await aServer();
    expect((await client("eval", "notes", "--yes", "--anew")).code).toBe(0);
    const bodies = asked.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body);
    expect(bodies).toMatchObject([{ anew: true }, { anew: true }]);
  });

  it("takes none of other bytes than --digest names", async () => {
    const { run: client, calls } = await aServer({
      "POST suite-runs/estimate": unchanged,
      "GET suite-runs/7": { ...ended, digest: "e".repeat(64) },
    });
    await client("eval", "notes", "--only-changed", "--yes", "--digest", run.digest);
    expect(calls()).toContain("POST suite-runs");
  });

  it.each([
    ["that the server names", { "POST suite-runs/estimate": { ...unchanged, sameAs: null } }],
    ["that is still there", { "GET suite-runs/7": refused(404, "It is gone.") }],
    [
      "since which nothing that is sent has changed",
      { "POST suite-runs/estimate": { ...unchanged, kept: { ...unchanged.kept, trials: 35 } } },
    ],
    ["of which an older server says anything", { "POST suite-runs/estimate": estimate }],
    [
      "whose faults nobody else had to acknowledge",
      { "GET suite-runs/7": { ...ended, selfCheck: { passed: false, acknowledged: true } } },
    ],
  ])("begins a new one where there is none %s", async (_, change) => {
    const { run: client, calls } = await aServer({
      "POST suite-runs/estimate": unchanged,
      "GET suite-runs/7": ended,
      ...change,
    });
    await client("eval", "notes", "--only-changed", "--yes");
    expect(calls()).toContain("POST suite-runs");
  });

  it("begins a new one where the one that there is measured nothing: no outage is for ever", async () => {
    let asks = 0;
    const { run: client, calls } = await aServer({
      "POST suite-runs/estimate": unchanged,
      "GET suite-runs/7": ended,
      "GET suite-runs/7/report": () =>
        ++asks === 1
          ? { ...report, gate: { code: 3, reasons: ["codex: the measurement is invalid."] } }
          : report,
    });
    const { code } = await client("eval", "notes", "--only-changed", "--yes");
    expect([code, calls().at(-2)]).toEqual([0, "POST suite-runs"]);
  });

  it("begins nothing where the draft is not the one that --digest names", async () => {
    const { run: client, calls, asked } = await aServer();
    const { code, out } = await client("eval", "notes", "--yes", "--digest", "e".repeat(64));
    expect([code, out]).toEqual([3, expect.stringContaining("not what --digest names")]);
    expect(calls()).not.toContain("POST suite-runs");
    expect((await client("eval", "notes", "--yes", "--digest", run.digest)).code).toBe(0);
    expect(asked.find(({ call }) => call === "POST suite-runs")?.body).toMatchObject({ digest: run.digest });
  });

  it("spends nothing where the run to compare with does not fit, as the server says", async () => {
    const unfit = { ...estimate, problems: ["Run 4 cannot be compared with."] };
    const { run: client, calls, asked } = await aServer({ "POST suite-runs/estimate": unfit });
    const { code, out } = await client("eval", "notes", "--yes", "--against", "4");
    expect([code, out]).toEqual([3, expect.stringContaining("Run 4 cannot be compared with.")]);
    expect(calls()).toEqual(["POST suite-runs/estimate"]);
    expect(asked[0]?.body).toMatchObject({ against: 4 });
  });

  it("goes on with the others where one would have to ask somebody who is not there", async () => {
    let estimates = 0;
    const { run: client, calls } = await aServer({
      "POST suite-runs/estimate": () =>
        ++estimates === 1 ? estimate : { ...estimate, usd: { low: 0, high: 0 } },
    });
    const { code, document } = await client("eval", "notes", "other", "--json");
    expect(code).toBe(3);
    expect(document()).toMatchObject({
      skills: [
        { skill: "notes", number: null, code: 3, reasons: [expect.stringContaining("Give --yes")] },
        { skill: "other", number: 7, code: 0 },
      ],
      faults: [expect.stringContaining("Give --yes")],
    });
    expect(calls()).toContain("POST suite-runs");
  });

  it("says what is to be known of it although it passes", async () => {
    const remarks = ["codex: held to nothing."];
    const { run: client } = await aServer({
      "GET suite-runs/7/report": { ...report, gate: { code: 0, reasons: [], remarks } },
    });
    const { code, out } = await client("eval", "notes", "--yes");
    expect([code, out]).toEqual([0, expect.stringContaining("codex: held to nothing.")]);
  });

  it("has a run judged though its self-check found faults with --acknowledge-faults, and only then", async () => {
    const { run: client, asked, calls } = await aServer();
    expect((await client("eval", "notes", "--yes", "--acknowledge-faults")).code).toBe(0);
    expect(calls()).toEqual(["POST suite-runs/estimate", "POST suite-runs", "GET suite-runs/7/report"]);
    expect(asked[0]?.body).not.toHaveProperty("acknowledgeFaults");
    expect(asked[1]?.body).toMatchObject({ suite: "trigger", acknowledgeFaults: true });
    const plain = await aServer();
    await plain.run("eval", "notes", "--yes");
    expect(plain.asked[1]?.body).not.toHaveProperty("acknowledgeFaults");
  });

  it.each([
    [["eval"], "Name the skills"],
    [["eval", "a", "b", "--junit", "x.xml"], "--junit is for one skill; 2 were named."],
    [["eval", "a", "--suite", "both"], "trigger or effect"],
    [["eval", "a", "--anew", "--only-changed"], "Choose one of --anew and --only-changed"],
    [["eval", "a", "--suite", "effect", "--acknowledge-faults"], "tasks have no self-check"],
    [["eval", "a", "--suite", "effect", "--recall", "0.9"], "--recall is for a trigger suite"],
    [["eval", "a", "--suite", "effect", "--against", "4"], "--against is for a trigger suite"],
    [["eval", "a", "--approved"], "--approved is for --suite effect"],
    [["eval", "a", "b", "--digest", "d"], "--digest is for one skill; 2 were named."],
    [["eval", "a", "b", "--root", "skills/a"], "--root is for one skill; 2 were named."],
    [["eval", "a", "--cap=-1"], "--cap is an amount in dollars above 0"],
    [["eval", "a", "--repeats", "1.5"], "--repeats is a number from 1"],
    [["eval", "a", "--recall", "80"], "--recall is a share from 0 to 1"],
    [["eval", "a", "--precision", "x"], "--precision is a share"],
    [["eval", "a", "--against", " "], "--against is the number of a run"],
  ])("does not understand %j, and asks no server", async (argv, why) => {
    const { run: client, asked, home } = await aServer();
    const { code, err } = await client(...argv);
    expect([code, err]).toEqual([64, expect.stringContaining(why)]);
    expect(asked).toEqual([]);
    expect(existsSync(path.join(home, "x.xml"))).toBe(false);
  });

  it("names a server that breaks", async () => {
    const broken = await aServer({ "GET suite-runs/7/report": new Response("no", { status: 500 }) });
    const fault = await broken.run("eval", "notes", "other", "--yes", "--json");
    expect(fault.code).toBe(3);
    expect(fault.document()).toMatchObject({
      skills: [
        { skill: "notes", reasons: [expect.stringContaining("answered 500")] },
        { skill: "other", reasons: ["It was not tried: the server broke before it."] },
      ],
      faults: [expect.stringContaining("answered 500")],
    });
  });

  it("keeps a word that was given when the server breaks after it", async () => {
    let asks = 0;
    const gate = { code: 2, reasons: ["codex: golden tasks failed: merge."] };
    const { run: client } = await aServer({
      "POST suite-runs/estimate": () => (++asks === 1 ? estimate : new Response("no", { status: 500 })),
      "GET suite-runs/7/report": { ...report, gate },
    });
    const { code, out, err } = await client("eval", "notes", "other", "--yes");
    expect([code, out]).toEqual([2, expect.stringContaining("golden tasks failed: merge.")]);
    expect(err).toContain("answered 500");
  });

  it("asks for what is published beside tasks with --approved", async () => {
    const { run: client, asked } = await aServer();
    expect((await client("eval", "notes", "--yes", "--suite", "effect", "--approved")).code).toBe(0);
    expect(asked[1]?.body).toMatchObject({ suite: "effect", approved: true });
  });

  it.each([502, 504])("waits for a server that comes back behind a gateway that says %d", async (status) => {
    let asks = 0;
    const { run: client } = await aServer({
      "GET suite-runs/7/report": () => (++asks < 2 ? new Response("away", { status }) : report),
    });
    expect((await client("eval", "notes", "--yes")).code).toBe(0);
  });
});
