import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aScriptedModel,
  aSuite,
  aWorker,
  type Choose,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";
import { getTrial, listTrials } from "./trial-queries";

const { db } = testDatabase();
const skill = "pdf-tools";
const saying = (description: string) => skillText({ name: skill, description, body: "# PDF\n" });
const save = (context: Context, baseRevision: number, description: string) =>
  changeDraft(context, {
    skill,
    baseRevision,
    changes: [{ op: "write", path: "SKILL.md", text: saying(description) }],
  });
/** Activates it where it is told what the candidate says, and not what any other copy does. */
const goesBy =
  (candidate: string, other: string): Choose =>
  (_, told) =>
    told?.includes(candidate) && !told.includes(other) ? { call: skill } : { text: "No." };

describe("the copy of the skill that is tried", () => {
  it("stands in the place of the one that the agent has: no twin of it is offered beside it", async () => {
    const context = await aContext(db);
    await aSuite(context, someCases(2, 0));
    await save(context, 1, "Folds maps.");
    const { open } = aScriptedModel(goesBy("Folds maps.", "Merges and splits PDF files."));
    const run = await tryOut(context, skill, { open });
    expect(run.figures[0]?.outcomes).toMatchObject({ right: 2 });
    expect(run.offered.filter((one) => one.skill === skill)).toEqual([
      { skill, version: null, revision: 2, digest: run.digest },
    ]);
    const old = aScriptedModel(goesBy("Merges and splits PDF files.", "Folds maps."));
    const source = { follows: "version" as const, version: 1 };
    const published = await tryOut(context, skill, { open: old.open, source });
    expect(published.figures[0]?.outcomes).toMatchObject({ right: 2 });
  });

  it("is each run's own, while runs of other copies go on beside it on two servers", async () => {
    const context = await aContext(db);
    await aSuite(context, someCases(8, 0));
    const runs: { number: number; word: string }[] = [];
    const idle = aScriptedModel(() => ({ text: "No." }));
    for (const [at, word] of ["alpha", "beta", "gamma"].entries()) {
      await save(context, at + 1, `Folds ${word} maps.`);
      const { number } = await startSuiteRun(context, { skill, repeats: 1 }, idle.open);
      runs.push({ number, word });
    }
    const seen: string[] = [];
    const { open } = aScriptedModel((_, told) => {
      const words = runs.map(({ word }) => word).filter((word) => told?.includes(`Folds ${word} maps.`));
      seen.push(words.join());
      return words.length === 1 ? { call: skill } : { text: "No." };
    });
    const workers = [aWorker(context, open), aWorker(context, open)];
    await Promise.all(workers.map((worker) => worker.takeMore()));
    await Promise.all(workers.map((worker) => worker.settled()));
    for (const { number, word } of runs) {
      const run = await getSuiteRunDetail(context, { skill, number });
      expect(run.figures[0]?.outcomes).toMatchObject({ right: 8, missed: 0 });
      expect(seen.filter((words) => words === word)).toHaveLength(8);
      const { items } = await listTrials(context, { skill, number });
      expect(items.every(({ activated }) => activated.length === 1)).toBe(true);
    }
  });

  it("is offered to messages that should not lead to it as to all others: what must not happen can", async () => {
    const context = await aContext(db);
    await aSuite(context, someCases(1, 2));
    const { open } = aScriptedModel(() => ({ call: skill }));
    const run = await tryOut(context, skill, { open });
    expect(run.figures[0]).toMatchObject({
      outcomes: { right: 1, fired: 2 },
      precision: { count: 1, of: 3 },
    });
    for (const { id } of (await listTrials(context, { skill, number: run.number })).items) {
      const { events } = await getTrial(context, { skill, number: run.number, trial: id });
      const [begun] = events.flatMap((event) => (event.type === "run-started" ? [event.payload] : []));
      expect(begun?.offered.map(({ name }) => name)).toContain(skill);
    }
  });
});
