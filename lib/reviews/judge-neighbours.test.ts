import { describe, expect, it } from "vitest";
import { agent, asks, facts, first, lostCase, neighbour, pair, rules } from "@/lib/testing/proof/proof-facts";

describe("the neighbours", () => {
  const policy = asks({ neighbours: true });

  it("are met where none has cases, and where none lost one", () => {
    expect(first(policy, facts())).toMatchObject({ met: true, count: "none has cases" });
    expect(first(policy, facts({ neighbours: [neighbour()] }))).toMatchObject({ met: true, count: "0 of 1" });
  });

  it("name every case that is lost, and to whom", () => {
    const losing = neighbour({ pairs: [pair({ lost: [lostCase] })] });
    const rule = first(policy, facts({ neighbours: [losing, neighbour()] }));
    expect(rule).toMatchObject({ met: false, count: "1 of 2 lost" });
    expect(rule?.message).toBe("status-update loses “First public line” to incident-triage.");
    const many = pair({ lost: Array.from({ length: 7 }, () => ({ ...lostCase, by: null })) });
    expect(first(policy, facts({ neighbours: [neighbour({ pairs: [many] })] }))?.message).toMatch(
      / 2 more\.$/,
    );
  });

  it.each([
    ["without a run", []],
    ["without a run before it", [pair({ before: null })]],
    ["with a scripted model", [pair({ model: rules })]],
    ["with nothing compared", [pair({ hosts: pair().hosts.map((one) => ({ ...one, compared: 0 })) })]],
    [
      "with a broken measurement",
      [pair({ hosts: pair().hosts.map((one) => ({ ...one, word: "invalid" as const })) })],
    ],
    [
      "with a broken measurement before it",
      [pair({ hosts: pair().hosts.map((one) => ({ ...one, wordBefore: "invalid" as const })) })],
    ],
    ["without a host", [pair({ hosts: [] })]],
  ] as const)("are not met %s", (_, pairs) => {
    const rule = first(policy, facts({ neighbours: [neighbour({ pairs: [...pairs] })] }));
    expect(rule).toMatchObject({ met: false, count: "1 not run" });
    expect(rule?.message).toContain("with a live model: status-update with On-call.");
  });

  it("are run with every agent that offers them: one does not speak for another", () => {
    const desk = { slug: "desk", name: "Desk" };
    const agents = [agent, desk, { slug: "night", name: "Night" }];
    const one = neighbour({ agents, pairs: [pair(), pair({ agent: desk, before: null })] });
    expect(first(policy, facts({ neighbours: [one] }))).toMatchObject({
      met: false,
      count: "1 not run",
      message: "Not run beside these bytes with a live model: status-update with Desk, Night.",
    });
    const all = neighbour({ agents, pairs: agents.map((of) => pair({ agent: of })) });
    expect(first(policy, facts({ neighbours: [all] }))?.met).toBe(true);
    expect(first(policy, facts({ neighbours: [neighbour({ agents: [] })] }))?.met).toBe(false);
  });

  it("are asked for nothing with an agent with which nothing can be taken, and that is said", () => {
    const desk = { slug: "desk", name: "Desk" };
    const unmeasurable = [{ agent: desk, why: "It is for people alone." }];
    const one = neighbour({ agents: [agent, desk], unmeasurable, pairs: [pair()] });
    const said = "status-update with Desk was not asked for: It is for people alone.";
    expect(first(policy, facts({ neighbours: [one] }))).toMatchObject({ met: true, message: said });
    const missing = first(policy, facts({ neighbours: [{ ...one, pairs: [] }] }));
    expect(missing).toMatchObject({ met: false, message: expect.not.stringContaining("Desk") });
  });

  it("have nothing to lose where no skill is ever activated, with what is published neither", () => {
    const [sound] = pair().hosts;
    if (!sound) throw new Error("A pair has a host.");
    const broken = { ...sound, word: "invalid" as const, wordBefore: "invalid" as const };
    const rule = (neverFires: boolean) =>
      first(
        policy,
        facts({ neighbours: [neighbour({ pairs: [pair({ hosts: [{ ...broken, neverFires }] })] })] }),
      );
    expect(rule(true)).toMatchObject({ met: true, count: "0 of 1" });
    expect(rule(false)).toMatchObject({ met: false, count: "1 not run" });
  });

  it("have to be as fresh as the policy asks, and say what makes them so", () => {
    const at = "2026-11-01T12:00:00.000Z";
    const answers = { oldest: at, newest: at, kept: 45, of: 45 };
    const old = facts({ neighbours: [neighbour({ pairs: [pair({ at, answers })] })] });
    expect(first(policy, old)?.met).toBe(true);
    const rule = first({ ...policy, maxAgeDays: 14 }, old);
    expect(rule?.message).toContain(
      "status-update: The oldest answer is of 2026-11-01, as 45 of 45 answers were kept from earlier runs; answers count up to an age of 14 days. Run it with “Ask everything anew”.",
    );
  });

  it("lose what a sound host lost, whatever another host of the same run came to", () => {
    const [sound] = pair().hosts;
    if (!sound) throw new Error("A pair has a host.");
    const codex = { ...sound, dialect: "codex", word: "invalid" as const };
    const mixed = pair({
      run: 4,
      hosts: [sound, codex],
      lost: [lostCase, { ...lostCase, dialect: "codex" }],
    });
    const rule = first(policy, facts({ neighbours: [neighbour({ pairs: [pair(), mixed] })] }));
    expect(rule).toMatchObject({
      met: false,
      count: "1 of 1 lost",
      message: "status-update loses “First public line” to incident-triage.",
    });
  });

  it("lose what a run saw lost that was broken off, which is no run by itself", () => {
    const broken = pair({ run: 5, isBrokenOff: true, lost: [lostCase] });
    const both = first(policy, facts({ neighbours: [neighbour({ pairs: [broken, pair()] })] }));
    expect(both).toMatchObject({ met: false, count: "1 of 1 lost" });
    const alone = neighbour({ pairs: [{ ...broken, lost: [] }] });
    expect(first(policy, facts({ neighbours: [alone] }))).toMatchObject({ met: false, count: "1 not run" });
  });

  it("are not blamed for what may be another change's, which is said and has to be run again", () => {
    const unclear = pair({ lost: [lostCase], alsoChanged: ["runbook-writer", "the agent"] });
    const said =
      "What status-update lost or kept may be another change's: runbook-writer, the agent changed since the run before. Run the neighbours again.";
    for (const pairs of [[unclear], [{ ...unclear, lost: [] }], [pair(), unclear]]) {
      const rule = first(policy, facts({ neighbours: [neighbour({ pairs })] }));
      expect(rule).toMatchObject({ met: false, count: "1 not run" });
      expect(rule?.message).toContain(said);
      expect(rule?.message).not.toContain("loses");
    }
    const clear = { ...unclear, lost: [] };
    expect(first(policy, facts({ neighbours: [neighbour({ pairs: [pair(), clear] })] }))?.met).toBe(true);
  });
});
