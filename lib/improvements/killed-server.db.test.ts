import { expect, it } from "vitest";
import { requeueDead } from "@/lib/proof/commands/hold-work";
import { openModel } from "@/lib/proof/models/open-model";
import { trialsAtOnce } from "@/lib/proof/proof-options";
import { startAnotherServer } from "@/lib/testing/another-server";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import {
  aCatalogue,
  asJson,
  carryOut,
  chooses,
  found,
  plain,
  searched,
} from "@/lib/testing/proof/improvements";
import type { Replying } from "@/lib/testing/servers/model-server";
import { startImprovement } from "./commands/start-improvement";
import { releaseImprovement, takeImprovement } from "./commands/take-improvements";

allowLocalServers();
const { db } = testDatabase();
const good = `${plain} ${found}`;
const prices = { inputPrice: 3, outputPrice: 15, cachedInputPrice: 3 };

/** Goes on with trials and searches until it is killed. */
const keepAll = `
  const { runTypescript } = await import("./scripts/run-typescript.mjs");
  const { keepTrying } = await runTypescript("lib/proof/commands/keep-trying.ts");
  const { keepImproving } = await runTypescript("lib/improvements/commands/keep-improving.ts");
  // As a server does: where the database is busy, it looks again a little later.
  const keep = () => Promise.allSettled([keepTrying(), keepImproving()]);
  await keep();
  setInterval(() => void keep(), 200);
`;

/** Finds the skill by what it is told of it, a little slowly, so that some trials are always under way. */
const choosing: Replying = ({ body }) => {
  const told = JSON.stringify(body);
  const [query = ""] = /(?:Please do alpha|Tell a joke|Edit letter) \d+|Edit my thesis/.exec(told) ?? [];
  const choice = chooses(query, told);
  return "call" in choice
    ? {
        kind: "answer",
        text: ["I ", "look."],
        pauseMs: 20,
        calls: [{ name: "activate_skill", input: { name: choice.call } }],
      }
    : { kind: "answer", text: ["No", "."], pauseMs: 20 };
};

/** Nobody has to wait until the leases of a dead one are over. */
async function endLeases(): Promise<void> {
  await db.$executeRaw`UPDATE "Trial" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;
  await db.$executeRaw`UPDATE "Improvement" SET "leaseUntil" = now() - interval '1 second' WHERE state = 'running'`;
  await requeueDead({ db }, "trial");
}

/** Whoever looks next finds the search, also one that a dead server held; without this the next server would wait for ever. */
async function isTakenBy(owner: string): Promise<string | null> {
  const id = await takeImprovement({ db }, { owner, but: [] });
  if (id !== null) await releaseImprovement({ db }, { id, owner });
  return id;
}

it("loses and doubles nothing when its servers are killed while they try, while they ask for a text and while they try that", async () => {
  const context = await aContext(db);
  await aCatalogue(context);
  const model = await aModel(context, { name: "Chooser", replies: [choosing], ...prices });
  const writer = await aModel(context, {
    name: "Writer",
    replies: [
      { kind: "break", text: [], how: "silence" },
      { kind: "answer", text: [asJson(good)] },
    ],
    ...prices,
  });
  const tested = { model: model.server.requests.length, writer: writer.server.requests.length };
  const tried = () => model.server.requests.slice(tested.model).map(({ body }) => JSON.stringify(body));
  const written = () => writer.server.requests.length - tested.writer;
  const { id } = await startImprovement(context, {
    kind: "improve",
    skill: searched,
    model: model.id,
    proposer: writer.id,
    repeats: 1,
    candidates: 1,
    capUsd: 10,
  });
  const moments = [
    () => tried().length >= 20,
    () => written() === 1,
    () => tried().filter((told) => told.includes(found)).length >= 20,
  ];
  for (const isThen of moments) {
    const server = startAnotherServer(keepAll);
    await server.until(isThen);
    await server.kill();
    await endLeases();
    expect(await isTakenBy("somebody")).toBe(id);
  }

  const detail = await carryOut(context, openModel, id);
  expect(detail).toMatchObject({ state: "done", outcome: "suggested", failure: null });
  expect(detail.attempts.map(({ description, word }) => [description, word])).toEqual([
    [null, "standing"],
    [good, "accepted"],
  ]);
  expect(await db.thread.count({ where: { workspaceId: context.workspace.id } })).toBe(1);

  const runs = await db.suiteRun.findMany({ where: { improvementId: id }, include: { trials: true } });
  const places = runs.map(({ improvementAttempt, skillId }) => `${improvementAttempt} ${skillId}`);
  expect(places).toHaveLength(4);
  expect(new Set(places).size).toBe(4);
  expect(runs.map(({ state }) => state)).toEqual(runs.map(() => "done"));
  const trials = runs.flatMap((run) => run.trials);
  expect(trials).toHaveLength(2 * (61 + 4));
  expect(trials.filter(({ state, outcome }) => state !== "done" || outcome === "invalid")).toEqual([]);
  expect(runs.map(({ reservedUsd }) => Number(reservedUsd))).toEqual(runs.map(() => 0));

  // Only what was under way at a kill is asked again; the text that never came is asked for once more.
  const asked = tried();
  expect(new Set(asked).size).toBe(trials.length);
  expect(asked.length).toBeLessThanOrEqual(trials.length + 2 * trialsAtOnce.each);
  expect(written()).toBe(2);
  expect(detail.spentUsd).toBeLessThanOrEqual(10);
});
