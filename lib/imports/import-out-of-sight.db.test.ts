import { expect, it } from "vitest";
import { changeAccess } from "@/lib/library/commands/change-access";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { plain, store, upload, zipOf } from "@/lib/testing/uploads";

const { db } = testDatabase();

it("writes into no skill that is not open to whoever imports: its name is taken, and the others are stored", async () => {
  const owner = await aContext(db);
  const author = await aColleague(owner, "author");
  const skill = "payroll";
  await aPackage(owner, { name: skill });
  const before = await getDraft(owner, { skill });
  const people = { members: [], groups: [] };
  await changeAccess(owner, { skill, baseRevision: 0, people, agents: null });

  const archive = await zipOf({ payroll: plain(skill, "Mine now.\n"), notes: plain("notes") });
  const { id } = await upload(author, { "a.zip": archive });
  const { items } = await store(author, id, { rest: "update" });
  const state = new Map(items.map((item) => [item.name, item]));
  expect(state.get(skill)).toMatchObject({ state: "failed", rule: "name-taken" });
  expect(state.get("notes")).toMatchObject({ state: "stored" });
  expect(await getDraft(owner, { skill })).toMatchObject({
    digest: before.digest,
    revision: before.revision,
  });

  await changeAccess(owner, {
    skill,
    baseRevision: 1,
    people: { members: [author.actor.userId], groups: [] },
    agents: null,
  });
  const again = await upload(author, { "b.zip": archive });
  await store(author, again.id, { rest: "update" });
  expect((await getDraft(owner, { skill })).digest).not.toBe(before.digest);
});
