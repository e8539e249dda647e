import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import {
  aTaskModel,
  aTaskSuite,
  type Behave,
  helps,
  pdfSkill,
  right,
  someTasks,
} from "@/lib/testing/proof/effect-runs";
import { aJudge, judgedTasks, openBeside } from "@/lib/testing/proof/judges";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { readOwnProof } from "./read-own-proof";

allowLocalServers();
const { db } = testDatabase();
const paths = ["evals/trigger-eval.json"];
const version = (number: number) => ({ follows: "version", version: number }) as const;

/** Finds the skill for its messages, but for those up to this number. */
const finds = (missed = 0) =>
  aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 0);
    return number > missed ? { call: "pdf-tools" } : { text: "No." };
  }).open;

async function aSkill() {
  const context = await aContext(db);
  const { skill, skillId } = await aSuite(context, someCases(10, 5));
  return { context, skill, skillId };
}

const draftOf = (skillId: string) => db.draft.findFirstOrThrow({ where: { skillId } });

async function read(context: Context, skillId: string, publishedDigest: string | null = null) {
  const { digest } = await draftOf(skillId);
  return readOwnProof(context, { skillId, digest, publishedDigest, paths });
}

/** Fifty more like the first, which measured nothing. */
const copies = (skillId: string, from: number, modelKind: string) => db.$executeRaw`
  INSERT INTO "SuiteRun"
  SELECT (jsonb_populate_record(r, jsonb_build_object(
    'id', gen_random_uuid(), 'number', n, 'modelKind', ${modelKind}::text))).*
  FROM "SuiteRun" r, generate_series(${from}::int, ${from + 49}::int) n
  WHERE r."skillId" = ${skillId}::uuid AND r.number = 1`;

it("loses no live run behind those that cost nothing, and counts what is too much to be read", async () => {
  const { context, skill, skillId } = await aSkill();
  await tryOut(context, skill, { open: finds(9) });
  await copies(skillId, 2, "rules");
  const live = async () => {
    const { triggers, counted } = await read(context, skillId);
    return { runs: triggers.filter(({ model }) => model.kind === "live").map(({ runs }) => runs), counted };
  };
  expect(await live()).toEqual({
    runs: [[1]],
    counted: { all: 51, deleted: 0, unread: { trigger: 0, effect: 0 } },
  });
  await copies(skillId, 52, "live");
  const { counted } = await live();
  expect(counted).toEqual({ all: 101, deleted: 0, unread: { trigger: 1, effect: 0 } });
});

it("holds the bytes against what is published, and not against an older version that was run later", async () => {
  const { context, skill, skillId } = await aSkill();
  await changePolicy(context, { approvals: 0 });
  await publishNext(context, skill, "# Second\n");
  const published = await draftOf(skillId);
  await tryOut(context, skill, { open: finds(), source: version(2) });
  await tryOut(context, skill, { open: finds(9), source: version(1) });
  await publishNext(context, skill, "# Third\n");
  await tryOut(context, skill, { open: finds(2) });
  const { triggers } = await read(context, skillId, published.digest);
  expect(triggers).toMatchObject([{ runs: [3], hosts: [{ against: { number: 1, version: 2 } }] }]);
});

it("is as old as what it measured: a run that measured nothing makes it no younger", async () => {
  const { context, skill, skillId } = await aSkill();
  await tryOut(context, skill, { open: finds() });
  const endedAt = new Date("2026-01-02T03:04:05.000Z");
  await db.suiteRun.updateMany({ where: { skillId }, data: { endedAt } });
  await db.trial.updateMany({ where: { suiteRun: { skillId } }, data: { endedAt } });
  await tryOut(context, skill, { open: finds(99), repeatOf: 1 });
  const { triggers } = await read(context, skillId);
  expect(triggers).toMatchObject([{ runs: [2, 1], at: endedAt.toISOString(), hosts: [{ word: "judged" }] }]);
});

it("leaves a sound run the answers that it was given again of one that measured nothing", async () => {
  const { context, skill, skillId } = await aSkill();
  const outage = aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 99);
    return number > 8 ? { fail: new Error("The provider is down.") } : { text: "No." };
  });
  await tryOut(context, skill, { open: outage.open });
  await tryOut(context, skill, { open: finds(8) });
  const { triggers } = await read(context, skillId);
  expect(triggers).toMatchObject([{ runs: [2, 1], hosts: [{ recall: { count: 2, of: 10 } }] }]);
});

it("is not full of runs that were broken off before they measured anything", async () => {
  const { context, skill, skillId } = await aSkill();
  await tryOut(context, skill, { open: finds() });
  await copies(skillId, 2, "live");
  await db.suiteRun.updateMany({ where: { skillId, number: { gt: 1 } }, data: { state: "failed" } });
  const { triggers, counted } = await read(context, skillId);
  expect(triggers).toMatchObject([{ runs: [1] }]);
  expect(counted).toMatchObject({ all: 51, unread: { trigger: 0 } });
});

describe("a run that was broken off", () => {
  const stop = (number: number, skillId: string) =>
    db.suiteRun.updateMany({ where: { skillId, number }, data: { state: "stopped" } });

  it("is pooled with the others of its model, makes them no younger, and is no verdict alone", async () => {
    const { context, skill, skillId } = await aSkill();
    await tryOut(context, skill, { open: finds() });
    const endedAt = new Date("2026-01-02T03:04:05.000Z");
    await db.suiteRun.updateMany({ where: { skillId }, data: { endedAt } });
    await db.trial.updateMany({ where: { suiteRun: { skillId } }, data: { endedAt } });
    await tryOut(context, skill, { open: finds(8), repeatOf: 1 });
    await tryOut(context, skill, { open: finds(8), repeatOf: 1 });
    await stop(2, skillId);
    await stop(3, skillId);
    const { triggers, others } = await read(context, skillId);
    expect(triggers).toMatchObject([
      { runs: [1], brokenOff: [3, 2], at: endedAt.toISOString(), hosts: [{ recall: { count: 2, of: 10 } }] },
    ]);
    expect(others.map(({ number, state }) => [number, state])).toEqual([
      [3, "stopped"],
      [2, "stopped"],
    ]);
    await stop(1, skillId);
    expect((await read(context, skillId)).triggers).toEqual([]);
  });

  it("of tasks stands with what it saw, and not at all where it saw nothing", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(6));
    await tryOut(context, skill, { suite: "effect", open: aTaskModel(helps).open });
    const down = aTaskModel(() => ({ fail: new Error("Down.") })).open;
    await tryOut(context, skill, { suite: "effect", open: down, repeatOf: 1 });
    const { id } = await db.skill.findFirstOrThrow({
      where: { workspaceId: context.workspace.id, name: skill },
    });
    await stop(1, id);
    await stop(2, id);
    const { effects } = await read(context, id);
    expect(effects).toMatchObject([{ number: 1, isBrokenOff: true, hosts: [{ wins: 6 }] }]);
  });
});

it("adds nothing by a run that was judged despite its self-check, and says so where there is nothing else", async () => {
  const { context, skill, skillId } = await aSkill();
  await tryOut(context, skill, { open: finds(9) });
  const check = await db.suiteRun.findFirstOrThrow({ where: { skillId } });
  const selfCheck = {
    ...z.record(z.string(), z.json()).parse(check.selfCheck),
    passed: false,
    acknowledged: true,
  };
  await db.suiteRun.updateMany({ where: { skillId, number: 1 }, data: { selfCheck } });
  expect((await read(context, skillId)).triggers).toMatchObject([{ hosts: [{ isFaulty: true }] }]);
  await tryOut(context, skill, { open: finds(), repeatOf: 1 });
  await db.suiteRun.updateMany({
    where: { skillId, number: 2 },
    data: { selfCheck: { ...selfCheck, passed: true } },
  });
  expect((await read(context, skillId)).triggers).toMatchObject([
    { runs: [2, 1], brokenOff: [], hosts: [{ isFaulty: false, recall: { count: 10, of: 10 } }] },
  ]);
});

describe("the published version beside tasks", () => {
  /** A draft that says more than what is published; `ofPublished` is what the model does where it reads the latter. */
  async function besideOf(ofPublished: Behave, tasks = someTasks(6)) {
    const context = await aContext(db);
    await aJudge(context);
    const { skill } = await aTaskSuite(context, tasks);
    const text = skillText({ ...pdfSkill, body: `${pdfSkill.body}\nAlso say so.\n` });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text }],
    });
    const behave: Behave = (seen) =>
      seen.isRead && !seen.request.includes("Also say so") ? ofPublished(seen) : helps(seen);
    const open = openBeside(aTaskModel(behave));
    await tryOut(context, skill, { suite: "effect", open, approved: true });
    const { id } = await db.skill.findFirstOrThrow({
      where: { workspaceId: context.workspace.id, name: skill },
    });
    const { effects } = await read(context, id);
    return effects[0]?.hosts[0];
  }
  const fails: Behave = () => ({ fail: new Error("The provider is down.") });

  it("counts the tasks that were measured in both", async () => {
    const some = await besideOf((seen) => (seen.task > 2 ? right : fails(seen)));
    expect(some).toMatchObject({ word: "improved", against: { version: 1, compared: 4 } });
  });

  it("compares nothing where all its trials are invalid, whatever the other arms came to", async () => {
    const none = await besideOf(fails);
    expect(none).toMatchObject({ word: "improved", wins: 6, against: { version: 1, compared: 0 } });
  });

  it("compares no task that only a judge tells apart: nobody held the two versions against each other", async () => {
    expect((await besideOf(() => right, judgedTasks(2)))?.against).toMatchObject({ compared: 0 });
  });
});
