import { describe, expect, it } from "vitest";
import { dialects } from "@/lib/dialects/find-dialect";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { ModelError } from "@/lib/models/model-error";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aScriptedModel,
  aSuite,
  type Choose,
  endsWith,
  says,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { getTrial, listRunCases, listTrials } from "../trials/trial-queries";

const { db } = testDatabase();
const mine = "pdf-tools";
const wantsIt = (query: string) => query.includes("PDF");

const always: Choose = () => ({ call: mine });
const never: Choose = () => ({ text: "No." });
const rightly: Choose = (query) => (wantsIt(query) ? { call: mine } : { text: "A joke." });
/** Right for every second message, by its number. */
const byHalves: Choose = (query) => (Number(query.at(-1)) % 2 === 1 ? { call: mine } : { text: "No." });

describe("a scripted model", () => {
  it.each([
    ["always", always, { recall: [6, 6], precision: [6, 10], nothingFired: false }],
    ["never", never, { recall: [0, 6], precision: null, nothingFired: true }],
    ["rightly", rightly, { recall: [6, 6], precision: [6, 6], nothingFired: false }],
    ["every second time", byHalves, { recall: [3, 6], precision: [3, 5], nothingFired: false }],
  ] as const)("that activates %s has the figures that were planted", async (_, choose, planted) => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(6, 4));
    const run = await tryOut(context, skill, { open: aScriptedModel(choose).open, repeats: 2 });
    const [figures] = run.figures;
    const fraction = (rate: { count: number; of: number } | null | undefined) =>
      rate && [rate.count, rate.of];
    expect(run).toMatchObject({ state: "done", progress: { total: 20, done: 20, invalid: 0, queued: 0 } });
    expect(fraction(figures?.recall)).toEqual(planted.recall);
    expect(fraction(figures?.precision)).toEqual(planted.precision);
    expect(figures?.nothingFired).toBe(planted.nothingFired);
  });

  it("activates rightly in every dialect, each with its own tools and texts", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const { open } = aScriptedModel(rightly);
    const ids = dialects.filter(({ modes }) => modes[0] !== "eager").map(({ id }) => id);
    const run = await tryOut(context, skill, { open, dialects: ids });
    expect(run.figures.map(({ dialect, outcomes }) => [dialect, outcomes.right])).toEqual(
      ids.map((id) => [id, 3]),
    );
  });
});

describe("a case", () => {
  it("is stolen by the sibling that was activated instead, and its session can be read", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aSuite(context);
    const { open } = aScriptedModel((query) =>
      query === "Merge PDF 1" ? { call: sibling } : rightly(query),
    );
    const run = await tryOut(context, skill, { open });
    const { items } = await listRunCases(context, { skill, number: run.number });
    expect(items.map(({ hosts }) => [hosts[0]?.outcome, hosts[0]?.by])).toEqual([
      ["stolen", sibling],
      ["right", null],
      ["right", null],
    ]);
    const [stolen] = (await listTrials(context, { skill, number: run.number, outcome: "stolen" })).items;
    const trial = await getTrial(context, { skill, number: run.number, trial: stolen?.id ?? "" });
    expect(trial.tried?.query).toBe("Merge PDF 1");
    expect(trial.events.map(({ type }) => type)).toContain("skill-activated");
    expect(trial.events.at(-1)?.type).toBe("run-finished");
  });

  it("counts a name that the host activates by itself, and asks nobody for it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, [{ query: "/pdf-tools merge these", should_trigger: true }]);
    const { open, asked } = aScriptedModel(never);
    const run = await tryOut(context, skill, { open });
    const { items } = await listTrials(context, { skill, number: run.number });
    expect(items).toMatchObject([{ outcome: "right", activatedBy: "mention", calls: { asked: 0, kept: 0 } }]);
    expect(asked).toEqual([]);
  });

  it("is not over at another tool's call, nor at another skill's activation", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aSuite(context, [{ query: "Merge PDF 1", should_trigger: true }]);
    const { open } = aScriptedModel(() => {
      return {
        parts: [
          ...[sibling, mine].map((name, at) => ({
            type: "tool-call" as const,
            toolCallId: `call-${at}`,
            toolName: "activate_skill",
            input: JSON.stringify({ name }),
          })),
          endsWith("tool-calls"),
        ],
      };
    });
    const run = await tryOut(context, skill, { open });
    expect(run.figures[0]?.outcomes).toMatchObject({ right: 1 });
  });
});

describe("what cannot be judged", () => {
  it.each([
    [
      "a failure",
      () => ({ fail: new ModelError("RATE_LIMITED", "Slow down.") }),
      "provider-error",
      "Slow down.",
    ],
    ["a refusal", () => ({ parts: [endsWith("content-filter")] }), "refusal", ""],
    ["a cut", () => ({ parts: [...says("Half of"), endsWith("length")] }), "truncated", ""],
    ["silence", () => ({ parts: [endsWith("stop")] }), "empty-answer", ""],
  ] as const)("%s is invalid, left out, and never a no", async (_, choose, reason, message) => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const { open } = aScriptedModel((query) => (query === "Merge PDF 1" ? choose() : rightly(query)));
    const run = await tryOut(context, skill, { open });
    expect(run.figures[0]).toMatchObject({ recall: { count: 1, of: 1 }, outcomes: { invalid: 1, right: 2 } });
    expect(run.figures[0]?.invalid).toMatchObject([{ reason, trials: 1 }]);
    expect(run.figures[0]?.invalid[0]?.message).toContain(message);
  });
});

describe("answers that are kept", () => {
  it("are given again for an edit of the body, and asked for anew where the catalogue's text changed", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const first = aScriptedModel(rightly);
    expect((await tryOut(context, skill, { open: first.open })).calls).toEqual({ asked: 3, kept: 0 });
    const save = (baseRevision: number, description: string, body: string) =>
      changeDraft(context, {
        skill,
        baseRevision,
        changes: [{ op: "write", path: "SKILL.md", text: skillText({ name: mine, description, body }) }],
      });
    const saved = await save(1, "Merges and splits PDF files.", "# Another body\n");
    const again = aScriptedModel(rightly);
    const kept = await tryOut(context, skill, { open: again.open });
    expect(again.asked).toEqual([]);
    expect(kept).toMatchObject({
      calls: { asked: 0, kept: 3 },
      keptFrom: [{ skill, number: 1 }],
      costUsd: 0,
    });
    expect(kept.figures[0]?.outcomes.right).toBe(3);
    await save(saved.revision, "Merges PDF files.", "# Another body\n");
    const edited = aScriptedModel(rightly);
    expect((await tryOut(context, skill, { open: edited.open })).calls).toEqual({ asked: 3, kept: 0 });
  });

  it("are not used where a run is repeated: its flips are counted", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(4, 0));
    const run = await tryOut(context, skill, { open: aScriptedModel(always).open });
    const { open, asked } = aScriptedModel((query) =>
      query.endsWith("4") ? { text: "No." } : { call: mine },
    );
    const repeated = await tryOut(context, skill, { open, repeatOf: run.number });
    expect(asked).toHaveLength(4);
    expect(repeated.aa).toMatchObject({ of: 1, compared: 4, flipped: 1, share: { share: 0.25 } });
  });

  it("are each repeat's own", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    const { open, asked } = aScriptedModel(rightly);
    await tryOut(context, skill, { open, repeats: 3 });
    expect(asked).toHaveLength(3);
  });
});
