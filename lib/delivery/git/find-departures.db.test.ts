import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { findDepartures } from "./find-departures";
import { findTakenBack } from "./find-taken-back";

const { db } = testDatabase();

const held = (skillId: string, versionId = "", number = 1) => ({
  skillId,
  name: "notes",
  versionId,
  number,
  key: "k",
  tree: "t",
  why: null,
});
const row = (skill: ReturnType<typeof held>) => ({
  number: 1,
  id: "c",
  tree: "t",
  parents: [],
  seconds: 0,
  bytes: new Uint8Array(),
  change: { title: "desk", skillId: skill.skillId, skill },
});

async function aHistory() {
  const context = await aContext(db);
  const { id, versionIds } = await aSkill(context, { name: "notes", versions: 4 });
  const withdraw = (number: number, withdrawnAt: Date) =>
    db.versionWithdrawal.create({
      data: {
        versionId: versionIds[number - 1] ?? "",
        skillId: id,
        workspaceId: context.workspace.id,
        reason: "It\nleaks.",
        withdrawnById: context.actor.userId,
        withdrawnAt,
      },
    });
  return { context, id, versionIds, withdraw };
}

it("dates what left by its withdrawal or its archiving", async () => {
  const { context, id, versionIds, withdraw } = await aHistory();
  const at = new Date("2026-03-04T05:06:07.000Z");
  expect(await findDepartures(context, [])).toEqual(new Map());
  expect(await findDepartures(context, [held(id, versionIds[3])])).toEqual(new Map());
  await withdraw(4, at);
  expect(await findDepartures(context, [held(id, versionIds[3])])).toEqual(
    new Map([[id, { at: at.toISOString() }]]),
  );
  const { id: archived } = await aSkill(context, { name: "old", versions: 1, archived: true });
  const found = await findDepartures(context, [held(archived, versionIds[0])]);
  expect(found.get(archived)?.at).toMatch(/^\d{4}-/);
});

it("tells what was withdrawn from what is gone", async () => {
  const { context, id, versionIds, withdraw } = await aHistory();
  await withdraw(2, new Date());
  const gone = crypto.randomUUID();
  const rows = [versionIds[0], versionIds[1], gone].map((versionId) => row(held(id, versionId)));
  const takenBack = await findTakenBack(context, rows);
  expect([...takenBack]).toEqual(
    expect.arrayContaining([
      [versionIds[1], { isGone: false }],
      [gone, { isGone: true }],
    ]),
  );
  expect(takenBack.size).toBe(2);
  const elsewhere = await aContext(db);
  expect((await findTakenBack(elsewhere, rows)).get(versionIds[0] ?? "")?.isGone).toBe(true);
  expect(await findTakenBack(context, [])).toEqual(new Map());
});
