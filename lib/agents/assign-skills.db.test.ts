import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { type AssignSkill, assignSkills } from "./commands/assign-skills";
import { createAgent } from "./commands/create-agent";
import { getAgent } from "./queries";

const { db } = testDatabase();
const latest = { enabled: true, follows: "latest" } as const;

async function aDesk() {
  const context = await aContext(db);
  const { id } = await createAgent(context, { name: "Desk" });
  const to = (skill: string, wanted: AssignSkill["changes"][number]["to"]) => ({
    skill,
    changes: [{ agent: id, to: wanted }],
  });
  const assign = async (skills: AssignSkill[], asker: Context = context) =>
    (await assignSkills(asker, { skills })).map((result) =>
      "refusal" in result ? `${result.skill}: ${result.refusal.message}` : result.skill,
    );
  const has = async () => {
    const { revision, assignments } = await getAgent(context, { agent: "desk" });
    return { revision, skills: assignments.map(({ skill }) => skill) };
  };
  return { context, id, to, assign, has };
}

it("refuses a skill alone, in the words of a single assignment", async () => {
  const { context, to, assign, has } = await aDesk();
  await aSkill(context, { name: "good", versions: 2 });
  await aSkill(context, { name: "archived", versions: 1, archived: true });
  await aSkill(context, { name: "withdrawn", versions: 1 });
  await withdrawVersion(context, { skill: "withdrawn", number: 1, reason: "Wrong rota." });
  const pin = { enabled: true, follows: "version" } as const;
  expect(
    await assign([
      to("gone", latest),
      to("archived", latest),
      to("good", { ...pin, version: 2 }),
      to("withdrawn", { ...pin, version: 1 }),
    ]),
  ).toEqual([
    "gone: There is no skill “gone” here.",
    "archived: archived is archived. Restore it before assigning it.",
    "good",
    expect.stringContaining("Wrong rota. Pin another version, or follow latest."),
  ]);
  expect(await assign([to("good", { ...pin, version: 9 })])).toEqual(["good: good has no version 9."]);
  expect(await assign([to("good", { ...latest, follows: "label", label: "v3" })])).toEqual([
    expect.stringContaining("good cannot follow “v3”"),
  ]);
  expect(await has()).toEqual({ revision: 2, skills: ["good"] });
});

it("keeps what an agent has that was archived since", async () => {
  const { context, to, assign, has } = await aDesk();
  await aSkill(context, { name: "old", versions: 1 });
  await assign([to("old", latest)]);
  await archiveSkill(context, { skill: "old" });
  expect(await assign([to("old", { ...latest, enabled: false })])).toEqual(["old"]);
  expect(await has()).toEqual({ revision: 3, skills: ["old"] });
});

it("does all of one skill's agents or none", async () => {
  const { context, id, assign, has } = await aDesk();
  await aSkill(context, { name: "notes", versions: 1 });
  const agents = [id, crypto.randomUUID()];
  const changes = agents.map((agent) => ({ agent, to: latest }));
  expect(await assign([{ skill: "notes", changes }])).toEqual([
    "notes: One of these agents is not there, or no longer.",
  ]);
  expect(await has()).toEqual({ revision: 1, skills: [] });
});

it("knows no agent and no skill of another workspace", async () => {
  const { context, to, assign, has } = await aDesk();
  await aSkill(context, { name: "notes", versions: 1 });
  const stranger = await aContext(db);
  await aSkill(stranger, { name: "notes", versions: 1 });
  await aSkill(stranger, { name: "theirs", versions: 1 });
  expect(await assign([to("notes", latest)], stranger)).toEqual([
    "notes: One of these agents is not there, or no longer.",
  ]);
  expect(await assign([to("theirs", latest)])).toEqual(["theirs: There is no skill “theirs” here."]);
  expect(await has()).toEqual({ revision: 1, skills: [] });
});

it("loses no skill when several give one agent theirs at once", async () => {
  const { context, to, assign, has } = await aDesk();
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) await aSkill(context, { name, versions: 1 });
  await Promise.all(names.map((name) => assign([to(name, latest)])));
  const { revision, skills } = await has();
  expect(skills.toSorted()).toEqual(names);
  expect(revision).toBe(names.length + 1);
});

it("is for those who edit agents", async () => {
  const { context, to, assign } = await aDesk();
  const reviewer = await aColleague(context, "reviewer");
  await expect(assign([to("notes", latest)], reviewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const lost = { ...reviewer, workspace: { ...reviewer.workspace, role: "admin" as const } };
  await expect(assign([to("notes", latest)], lost)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
