import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { anEvalServer as aServer, ended, estimate, refused, report } from "@/lib/testing/eval-server";

describe("greenroom eval", () => {
  it("says what a run may cost, runs it, waits on the server for its end and tells the gate's word", async () => {
    const { run: client, asked, calls } = await aServer();
    const { code, out, err } = await client("eval", "notes", "--yes", "--cap", "2", "--repeats", "3");
    expect([code, out]).toEqual([0, "pass           notes  run 7, against run 5 of v3\n"]);
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
    expect((await no.run("eval", "notes")).code).toBe(1);
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

  it("takes the run that there is of these very bytes with --only-changed, and only a live one that fits", async () => {
    const items = [{ ...ended, number: 9, scripted: true }, ended];
    const kept = await aServer({ "GET suite-runs": { items } });
    const { code, out } = await kept.run("eval", "notes", "--only-changed");
    expect([code, out]).toEqual([0, "pass           notes  run 7 (from before), against run 5 of v3\n"]);
    expect(kept.calls()).toEqual(["GET draft", "GET suite-runs", "GET suite-runs/7/report"]);
    const changed = await aServer({ "GET suite-runs": { items }, "GET draft": { digest: "e".repeat(64) } });
    await changed.run("eval", "notes", "--only-changed", "--yes");
    expect(changed.calls()).toContain("POST suite-runs");
    const otherModel = await aServer({ "GET suite-runs": { items } });
    await otherModel.run("eval", "notes", "--only-changed", "--yes", "--model", "small");
    expect(otherModel.calls()).toContain("POST suite-runs");
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

  it("writes each report that was asked for, and hands floors on to the gate", async () => {
    const {
      run: client,
      home,
      asked,
    } = await aServer({
      "GET suite-runs/7/report": ({ query }: { query: URLSearchParams }) => ({
        ...report,
        text: query.get("format"),
      }),
    });
    const { code } = await client(
      ..."eval notes --yes --junit a.xml --sarif a.sarif --markdown a.md --benchmark BENCHMARK.md".split(" "),
      ..."--recall 0.8 --against 4".split(" "),
    );
    expect(code).toBe(0);
    const read = (file: string) => readFileSync(path.join(home, file), "utf8");
    expect(["a.xml", "a.sarif", "a.md", "BENCHMARK.md"].map(read)).toEqual([
      "junit",
      "sarif",
      "markdown",
      "benchmark",
    ]);
    const gate = asked.find(({ call }) => call.endsWith("report"));
    expect(gate && Object.fromEntries(gate.query)).toEqual({ recall: "0.8", against: "4", wait: "25" });
  });

  it.each([
    [["eval"], "Name the skills"],
    [["eval", "a", "b", "--junit", "x.xml"], "--junit is for one skill; 2 were named."],
    [["eval", "a", "--suite", "both"], "trigger or effect"],
    [["eval", "a", "--suite", "effect", "--acknowledge-faults"], "tasks have no self-check"],
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

  it("names a server that breaks, and a report that cannot be written", async () => {
    const broken = await aServer({ "GET suite-runs/7/report": new Response("no", { status: 500 }) });
    expect((await broken.run("eval", "notes", "--yes")).code).toBe(3);
    const full = await aServer();
    const { code, err } = await full.run("eval", "notes", "--yes", "--junit", "no/such/folder.xml");
    expect([code, err]).toEqual([4, expect.stringContaining("cannot be written")]);
  });
});
