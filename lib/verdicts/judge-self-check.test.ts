import { describe, expect, it } from "vitest";
import { type CheckedSession, type CheckToJudge, judgeSelfCheck } from "./judge-self-check";
import type { Expected } from "./judge-suite";
import { plantedChoice, plantedModels, plantedOutcome } from "./planted-models";

const skill = "pdf-tools";
const sibling = "docx-tools";
const expectations: readonly Expected[] = [
  { kind: "skill", name: skill },
  { kind: "skill", name: skill },
  { kind: "skill", name: sibling },
  { kind: "not-this" },
  { kind: "nothing" },
];
const cases = expectations.map((expected, at) => ({ id: `c${at + 1}`, number: at + 1, expected }));
const codex = { dialect: "codex", name: "Codex", offered: [skill, sibling] };
const standard = { dialect: "standard", name: "Standard", offered: [skill, sibling] };

/** Every session as it is where nothing is wrong. */
const soundSessions = (hosts = [standard, codex]): CheckedSession[] =>
  hosts.flatMap(({ dialect }) =>
    plantedModels.flatMap((model) =>
      cases.map(({ id, expected }) => {
        const choice = plantedChoice(model, expected, skill);
        const { outcome } = plantedOutcome(model, expected, skill);
        return {
          dialect,
          model,
          case: id,
          outcome,
          activated: choice === null ? [] : [choice],
          by: outcome === "fired" ? choice : null,
          byHost: [],
          hadTool: choice === null ? null : true,
          otherBytes: false,
          refusal: null,
          invalid: null,
        };
      }),
    ),
  );

type Change = (session: CheckedSession) => Partial<CheckedSession> | null;
/** Sound sessions in two hosts, of which Codex has something wrong. */
const judge = (inCodex: Change = () => null, over: Partial<CheckToJudge> = {}) =>
  judgeSelfCheck({
    skill,
    cases,
    hosts: [standard, codex],
    sessions: soundSessions().map((one) =>
      one.dialect === "codex" ? { ...one, ...(inCodex(one) ?? {}) } : one,
    ),
    ...over,
  });
const fractionsOf = (check: ReturnType<typeof judge>, dialect: string) =>
  check.models.map(({ model, hosts }) => {
    const host = hosts.find((one) => one.dialect === dialect);
    const fraction = (share: { count: number; of: number } | null | undefined) =>
      share ? `${share.count}/${share.of}` : null;
    return [model, fraction(host?.recall), fraction(host?.precision)];
  });

describe("a suite that measures what it should", () => {
  it("gives recall 1, 0 and 1, and precision as planted, in every host", () => {
    const check = judge();
    expect(check).toMatchObject({ passed: true, faults: [] });
    expect(check.models.map(({ passed }) => passed)).toEqual([true, true, true]);
    for (const { dialect } of [standard, codex])
      expect(fractionsOf(check, dialect)).toEqual([
        ["always", "2/2", "2/5"],
        ["never", "0/2", null],
        ["rightly", "2/2", "2/2"],
      ]);
  });

  it("passes without any case that asks for the skill: a share of nothing is none", () => {
    const others = cases.slice(2);
    const ids = new Set(others.map(({ id }) => id));
    const sessions = soundSessions().filter((one) => ids.has(one.case));
    expect(judge(undefined, { cases: others, sessions }).passed).toBe(true);
  });

  it("keeps what a host activates by itself out of the figures of models", () => {
    const named: Change = ({ case: id }) =>
      id === "c1" ? { byHost: [skill], activated: [skill], outcome: "right" } : null;
    const check = judge(named);
    expect(check.passed).toBe(true);
    expect(fractionsOf(check, "codex")[1]).toEqual(["never", "0/1", null]);
  });

  it("is judged by the cases that were tried", () => {
    const sessions = soundSessions().filter(({ case: id }) => id === "c1" || id === "c4");
    expect(judge(undefined, { sessions }).passed).toBe(true);
  });
});

describe("what is wrong is named", () => {
  const only = (check: ReturnType<typeof judge>) => {
    expect(check.passed).toBe(false);
    return check.faults.map(({ kind, dialect, case: of, message }) => [kind, dialect, of, message]);
  };

  it("a host that has no tool for it", () => {
    const check = judge(({ hadTool }) =>
      hadTool === null ? null : { hadTool: false, activated: [], outcome: "missed" },
    );
    expect(only(check)).toEqual([
      ["no-tool", "codex", null, "Codex gives the model no tool to activate pdf-tools with."],
    ]);
    expect(check.models.map(({ passed }) => passed)).toEqual([false, true, false]);
  });

  it("a twin whose bytes answer to the skill's name", () => {
    const check = judge(({ activated }) => ({ otherBytes: activated.includes(skill) }));
    expect(only(check)).toEqual([
      ["shadowed", "codex", null, expect.stringContaining("other bytes answer to the name pdf-tools")],
    ]);
    expect(check.faults[0]?.remedy).toContain("A twin shadows the skill");
  });

  it("a twin of the same name, whichever of the two happens to answer", () => {
    const hosts = [standard, { ...codex, offered: [skill, sibling, skill] }];
    expect(only(judge(undefined, { hosts }))).toEqual([
      ["shadowed", "codex", null, "In Codex two skills answer to the name pdf-tools."],
    ]);
  });

  it("a twin under another name that comes when the skill is asked for", () => {
    const check = judge(({ model }) =>
      model === "always" ? { activated: ["pdf-tools-2"], outcome: "stolen" } : null,
    );
    expect(only(check)[0]).toEqual([
      "shadowed",
      "codex",
      null,
      "In Codex pdf-tools-2 answers where pdf-tools is asked for.",
    ]);
  });

  it("a skill that does not come though it is called, with the host's reason", () => {
    const refused = { activated: [], outcome: "missed", refusal: "There is no such skill." } as const;
    const check = judge(({ activated }) => (activated.includes(skill) ? refused : null));
    expect(only(check)).toEqual([
      [
        "not-activated",
        "codex",
        null,
        "In Codex pdf-tools is not activated even when it is asked for by its name: There is no such skill.",
      ],
    ]);
  });

  it("a skill that is active though nobody asked", () => {
    const check = judge(({ model, case: id }) =>
      model === "never" && id === "c3" ? { activated: [sibling], outcome: "right" } : null,
    );
    expect(only(check)).toEqual([
      ["unasked", "codex", null, "In Codex docx-tools is active though no model asked for it."],
    ]);
  });

  it("sessions that come to no end, each reason once", () => {
    const invalid = { reason: "internal-error", message: "The session has no end." };
    const check = judge(({ case: id }) => (id === "c2" ? { outcome: "invalid", invalid } : null));
    expect(only(check)).toEqual([
      ["broken", "codex", null, "A session in Codex did not come to its end: The session has no end."],
    ]);
  });

  it("a case that expects a skill which is not offered, also one that no session tried", () => {
    const hosts = [standard, { ...codex, offered: [skill] }];
    const sessions = soundSessions().filter(({ case: id }) => id !== "c3");
    expect(only(judge(undefined, { hosts, sessions }))).toEqual([
      ["cannot-be-right", "codex", "c3", "Case 3 expects docx-tools, which is not offered in Codex."],
    ]);
  });

  it("a case whose message makes the host activate what it forbids", () => {
    const check = judge(({ case: id }) =>
      id === "c5" ? { byHost: [skill], activated: [skill], by: skill, outcome: "fired" } : null,
    );
    expect(only(check)).toEqual([
      [
        "cannot-be-right",
        "codex",
        "c5",
        "Case 5 cannot be right in Codex: its message names pdf-tools, which this host activates by itself.",
      ],
    ]);
  });

  it("a case that stays wrong when exactly what it expects is activated, or nothing is", () => {
    const check = judge(({ model, case: id }) => {
      if (model !== "rightly") return null;
      if (id === "c3") return { activated: [], outcome: "missed", refusal: "It is switched off." };
      return id === "c4" ? { outcome: "missed" } : null;
    });
    expect(only(check)).toEqual([
      [
        "cannot-be-right",
        "codex",
        "c3",
        "Case 3 cannot be right in Codex: docx-tools does not come when it is asked for: It is switched off.",
      ],
      [
        "cannot-be-right",
        "codex",
        "c4",
        "Case 4 cannot be right in Codex: a model that activates nothing is counted as wrong.",
      ],
    ]);
  });

  it("figures that are not those of what happened, where nothing else explains them", () => {
    const check = judge(({ model, case: id }) =>
      model === "never" && id === "c1" ? { outcome: "right" } : null,
    );
    expect(only(check)).toEqual([
      [
        "miscounted",
        "codex",
        null,
        "Codex: the figures of a model that never activates are not what was planted.",
      ],
    ]);
  });
});
