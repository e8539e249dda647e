import { describe, expect, it } from "vitest";
import type { OwnProof } from "@/lib/proof/proven/bytes-proof-schema";
import {
  asks,
  effect,
  facts,
  first,
  type Host,
  host,
  live,
  rules,
  share,
  triggers,
} from "@/lib/testing/proof/proof-facts";
import { judgeProof } from "./judge-proof";
import { asksForProof, noProof } from "./policy-options";

const forTriggers = asks({ triggers: { recall: 0.6, precision: null } });

it("has no rule where nothing is asked, and is not met where nobody looked", () => {
  expect(asksForProof(noProof)).toBe(false);
  expect(judgeProof(noProof, null)).toEqual([]);
  const all = asks({ triggers: { recall: null, precision: null }, effect: true, neighbours: true });
  expect(judgeProof(all, null).map(({ rule, met }) => [rule, met])).toEqual([
    ["triggers", false],
    ["effect", false],
    ["neighbours", false],
  ]);
});

describe("the trigger suite", () => {
  it("passes with the whole interval above the floor", () => {
    expect(first(forTriggers, facts({ triggers: [triggers()] }))).toEqual({
      rule: "triggers",
      title: "Trigger suite passes: recall from 0.60",
      met: true,
      count: "at least 0.62",
      message: "",
    });
    const higher = asks({ triggers: { recall: 0.65, precision: 0.7 } });
    const rule = first(higher, facts({ triggers: [triggers()] }));
    expect(rule).toMatchObject({ met: false, count: "not passed" });
    expect(rule?.message).toContain("recall begins at 0.62");
    expect(rule?.message).toContain("precision begins at 0.69");
  });

  it("is everything that was measured: one host or agent below is not picked out", () => {
    const below = host({ name: "Codex", recall: share(9, 16, 0.33) });
    const both = facts({ triggers: [triggers(), triggers({ hosts: [host(), below] })] });
    expect(first(forTriggers, both)?.message).toMatch(/^Codex with Sonnet as On-call: .*0\.33/);
  });

  it.each([
    ["scripted", "no model answered"],
    ["invalid", "the measurement is invalid"],
    ["too-few", "too few cases to judge"],
  ] as const)("never passes when it is %s", (word, why) => {
    const rule = first(forTriggers, facts({ triggers: [triggers({ hosts: [host({ word })] })] }));
    expect(rule).toMatchObject({ met: false, count: "no verdict" });
    expect(rule?.message).toContain(why);
  });

  it("never passes on a scripted model, on nothing, or on a run that did not come to its end", () => {
    const none = first(forTriggers, facts());
    expect(none).toMatchObject({ met: false, count: "not run" });
    expect(none?.message).toBe("Not run on these bytes with a live model.");
    const scripted = facts({ triggers: [triggers({ model: rules })] });
    expect(first(forTriggers, scripted)?.message).toContain("Only scripted models answered");
    const others: OwnProof["others"] = [
      { number: 5, suite: "trigger", state: "stopped", failure: null },
      { number: 6, suite: "trigger", state: "running", failure: null },
      { number: 7, suite: "effect", state: "failed", failure: null },
    ];
    expect(first(forTriggers, facts({ others }))?.message).toBe(
      "Not run on these bytes with a live model. Run 5 was stopped. Run 6 goes on.",
    );
    expect(first(forTriggers, facts({ triggers: [triggers({ hosts: [] })] }))?.met).toBe(false);
  });

  it("says that the bytes have no cases", () => {
    const rule = first(forTriggers, facts({ has: { trigger: false, effect: true } }));
    expect(rule).toMatchObject({ met: false, count: "no cases" });
  });

  it("counts no figures of an earlier catalogue, in hosts that have newer ones, and says so", () => {
    const earlier = triggers({
      runs: [9],
      hosts: [host({ word: "too-few", laterCatalogue: ["log-query"] })],
    });
    expect(first(forTriggers, facts({ triggers: [triggers(), earlier] }))).toMatchObject({
      met: true,
      message: "Run 9 is not counted: log-query changed since.",
    });
    const codex = host({ dialect: "codex", name: "Codex", word: "too-few" });
    const both = triggers({ runs: [9], hosts: [host({ laterCatalogue: ["log-query"] }), codex] });
    expect(first(forTriggers, facts({ triggers: [triggers(), both] }))?.met).toBe(false);
  });

  it("has to be fresh, and of the model that was chosen", () => {
    const old = facts({ triggers: [triggers({ at: "2026-11-11T11:59:59.000Z" })] });
    expect(first(forTriggers, old)?.met).toBe(true);
    expect(first({ ...forTriggers, maxAgeDays: 15 }, old)).toMatchObject({
      met: false,
      message:
        "The oldest answer is of 2026-11-11; answers count up to an age of 15 days. Run it with “Ask everything anew”.",
    });
    expect(first({ ...forTriggers, maxAgeDays: 16 }, old)?.met).toBe(true);
    const other = { ...forTriggers, model: "m-2" };
    expect(
      first(other, facts({ triggers: [triggers()], model: { name: "Opus", address: "opus" } }))?.message,
    ).toBe("Not run on these bytes with Opus. It was run with other models than the policy asks for.");
    expect(first(other, facts({ triggers: [triggers()] }))?.message).toContain("which is gone");
    const same = facts({ triggers: [triggers()], model: { name: "Sonnet", address: "sonnet" } });
    expect(first({ ...forTriggers, model: "m-1" }, same)?.met).toBe(true);
  });

  it("counts by the model that was asked: not of a connection that asks another one since, and of another one that asks the same", () => {
    const chosen = { ...forTriggers, model: "m-1" };
    const elsewhere = { name: "Sonnet", address: "opus" };
    expect(first(chosen, facts({ triggers: [triggers()], model: elsewhere }))).toMatchObject({
      met: false,
      message:
        "Not run on these bytes with Sonnet. Its connection asked another model then: sonnet-5 of anthropic.",
    });
    const again = triggers({ model: { ...live, id: "m-9", address: "opus" } });
    expect(first(chosen, facts({ triggers: [triggers(), again], model: elsewhere }))?.met).toBe(true);
    const unknown = triggers({ model: { ...live, address: null, asks: null } });
    expect(first(chosen, facts({ triggers: [unknown], model: elsewhere }))?.message).toContain(
      "asked another model then.",
    );
  });

  it("does not pass when it is worse than what is published", () => {
    const against: Host["against"] = {
      outcome: "worse",
      gained: [],
      lost: ["a", "b", "c", "d", "e"],
      p: 0.03,
      number: 9,
      version: 6,
      recall: null,
      precision: null,
    };
    const rule = first(forTriggers, facts({ triggers: [triggers({ hosts: [host({ against })] })] }));
    expect(rule?.message).toContain("worse than approved, 5 cases lost");
  });
});

describe("the trigger suite, whatever came before", () => {
  const passing = host();
  const broken = host({ word: "invalid", recall: null, precision: null });

  it("is asked for a recall by policies that ask for none, too", () => {
    const none = asks({ triggers: { recall: null, precision: null } });
    const low = host({ recall: share(4, 20, 0.08) });
    expect(first(none, facts({ triggers: [triggers({ hosts: [low] })] }))).toMatchObject({
      met: false,
      title: "Trigger suite passes: recall from 0.30",
    });
    expect(first(none, facts({ triggers: [triggers()] }))?.met).toBe(true);
  });

  it("never passes on a run that was judged though its self-check had found faults", () => {
    const faulty = triggers({ hosts: [host({ isFaulty: true })] });
    expect(first(forTriggers, facts({ triggers: [faulty] }))).toMatchObject({
      met: false,
      count: "faulty suite",
      message:
        "Run 14 in Standard: its self-check had found faults, and it was judged all the same. Mend the suite, or what the check names, and run it again.",
    });
  });

  it("says which runs were broken off and counted, and which were and are not", () => {
    const stopped = (number: number): OwnProof["others"][number] => {
      return { number, suite: "trigger", state: "stopped", failure: null };
    };
    const given = facts({ triggers: [triggers({ brokenOff: [15] })], others: [stopped(15), stopped(9)] });
    expect(first(forTriggers, given)).toMatchObject({
      met: true,
      message: "Run 15, which was broken off, is counted with what it had measured. Run 9 was stopped.",
    });
    const two = facts({
      triggers: [triggers({ brokenOff: [16, 15], hosts: [host({ recall: share(1, 9, 0.1) })] })],
    });
    expect(first(forTriggers, two)?.message).toContain("Runs 16, 15, which were broken off, are counted");
  });

  it("passes over what measured nothing where the same agent's host measured something, and not elsewhere", () => {
    const nowhere = triggers({ model: { ...live, address: "nowhere" }, hosts: [broken] });
    expect(first(forTriggers, facts({ triggers: [nowhere, triggers()] }))?.met).toBe(true);
    const desk = { slug: "desk", name: "Desk" };
    expect(first(forTriggers, facts({ triggers: [{ ...nowhere, agent: desk }, triggers()] }))?.met).toBe(
      false,
    );
    const codex = { ...broken, dialect: "codex" };
    expect(first(forTriggers, facts({ triggers: [triggers({ hosts: [passing, codex] })] }))?.count).toBe(
      "no verdict",
    );
  });
});

it("never passes with runs that are too many to be read", () => {
  const counted = (trigger: number, of: number) => ({ all: 60, deleted: 0, unread: { trigger, effect: of } });
  const some = facts({ triggers: [triggers()], effects: [effect()], counted: counted(3, 0) });
  expect(first(forTriggers, some)).toMatchObject({ met: false, count: "too many runs" });
  expect(first(forTriggers, some)?.message).toContain("3 older runs");
  expect(first(asks({ effect: true }), some)?.met).toBe(true);
  const tasksOver = facts({ triggers: [triggers()], effects: [effect()], counted: counted(0, 1) });
  expect(first(asks({ effect: true }), tasksOver)).toMatchObject({ met: false, count: "too many runs" });
  expect(first(forTriggers, tasksOver)?.met).toBe(true);
});
