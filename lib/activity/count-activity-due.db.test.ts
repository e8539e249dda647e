import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setGatewaySettings } from "@/lib/gateway/commands/set-gateway-settings";
import { createConversation, deleteConversation, updateConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { launchedText, streamedMessage } from "@/lib/testing/hosts/host-requests";
import { aLiveSession } from "@/lib/testing/hosts/live-sessions";
import { activates, aServedAgent } from "@/lib/testing/hosts/served";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { countActivityDue } from "./commands/keep-counting";
import { quietMs } from "./commands/tally-live";
import { tallyRuns } from "./commands/tally-runs";
import { getSkillActivity } from "./get-skill-activity";

const { db } = testDatabase();

const notes = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "# Notes\n\nFirst way.\n",
};
const incident = "Checkout is down: which severity is this incident?";

const later = () => new Date(Date.now() + quietMs + 1_000);
const count = () => countActivityDue({ db }, later);
const figuresOf = async (context: Context, skill = triage.name) => {
  await count();
  return (await getSkillActivity(context, { skill })).figures;
};

async function aDesk() {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  await aStoredSkill(context, notes);
  const agent = await anAgentWith(context, [triage.name, notes.name]);
  const open = (shared = true) => createConversation(context, { agent, shared });
  return { context, agent, open };
}

describe("runs of the playground", () => {
  it("are counted once, by whichever server: activated, already active, refused, and not chosen", async () => {
    const { context, open } = await aDesk();
    const { id } = await open();
    await rehearse(context, id, incident);
    await rehearse(context, id, "Triage the incident again and check ../oncall/rota.yaml");
    await Promise.all([count(), count()]);
    await count();
    expect(await figuresOf(context)).toMatchObject({
      activated: 1,
      alreadyActive: 1,
      refused: 1,
      notChosen: 0,
      share: { count: 2, of: 2 },
    });
    expect(await figuresOf(context, notes.name)).toMatchObject({ activated: 0, notChosen: 2 });
    expect(await db.run.count({ where: { activity: "new" } })).toBe(0);
  });

  it("stay counted when their conversation is deleted, and count for nothing once the skill is", async () => {
    const { context, open } = await aDesk();
    const { id } = await open();
    await rehearse(context, id, incident);
    await count();
    await deleteConversation(context, id);
    expect(await figuresOf(context)).toMatchObject({ activated: 1 });
    const again = await open();
    await rehearse(context, again.id, incident);
    const skill = await db.skill.findFirstOrThrow({
      where: { name: notes.name, workspaceId: context.workspace.id },
    });
    await db.skillActivity.deleteMany({ where: { skillId: skill.id } });
    expect(await figuresOf(context)).toMatchObject({ activated: 2 });
  });

  it("of a private conversation count for its creator alone, and move when it is shared and taken back", async () => {
    const { context, open } = await aDesk();
    const colleague = await aColleague(context, "owner");
    const { id } = await open(false);
    await rehearse(context, id, incident);
    expect(await figuresOf(context)).toMatchObject({ activated: 1 });
    expect(await figuresOf(colleague)).toMatchObject({ activated: 0, share: null });
    await updateConversation(context, { conversation: id, shared: true });
    expect(await figuresOf(colleague)).toMatchObject({ activated: 1 });
    expect(await figuresOf(context)).toMatchObject({ activated: 1 });
    await updateConversation(context, { conversation: id, shared: false });
    await updateConversation(context, { conversation: id, shared: true });
    await updateConversation(context, { conversation: id, shared: false });
    expect(await figuresOf(colleague)).toMatchObject({ activated: 0 });
    expect(await figuresOf(context)).toMatchObject({ activated: 1 });
    expect((await getSkillActivity(colleague, { skill: triage.name })).conversations).toBe(0);
  });

  it("are made up for bit by bit, the newest first", async () => {
    const { context, open } = await aDesk();
    const { id } = await open();
    await rehearse(context, id, incident);
    await rehearse(context, id, "Thanks");
    const newest = await db.run.findFirstOrThrow({
      where: { conversationId: id },
      orderBy: { turn: "desc" },
    });
    expect(await tallyRuns({ db }, 1)).toBe(1);
    expect(await db.run.findFirst({ where: { id: newest.id } })).toMatchObject({ activity: "everyone" });
    await count();
    expect(await count()).toBe(0);
  });

  it("whose log cannot be read keep no other from being counted", async () => {
    const { context, open } = await aDesk();
    const broken = await open();
    const { run } = await rehearse(context, broken.id, incident);
    await db.event.create({
      data: {
        conversationId: broken.id,
        seq: 9_000,
        workspaceId: context.workspace.id,
        branchId: run.branchId,
        runId: run.id,
        turn: 1,
        type: "from-a-later-release",
        payload: {},
        traceId: "0".repeat(32),
      },
    });
    const { id } = await open();
    await rehearse(context, id, incident);
    expect(await figuresOf(context)).toMatchObject({ activated: 1 });
  });
});

describe("sessions of agents' programs", () => {
  it("count while they go on: what was not chosen is taken back when it is", async () => {
    const { context, machine, open } = await aServedAgent(await aContext(db));
    const { call } = await open();
    expect(await figuresOf(context)).toMatchObject({ activated: 0, notChosen: 1 });
    await call(...activates(triage.name));
    expect(await figuresOf(context)).toMatchObject({ activated: 1, notChosen: 0 });
    await call(...activates(triage.name));
    expect(await figuresOf(context)).toMatchObject({ activated: 1, alreadyActive: 1, share: { of: 1 } });
    const viewer = await aColleague(context, "viewer");
    expect(await figuresOf(viewer)).toMatchObject({ activated: 0, alreadyActive: 0 });
    expect(await figuresOf(await aColleague(context, "admin"))).toMatchObject({ activated: 1 });
    expect((await machine.asking()).actor.userId).toBe(context.actor.userId);
  });

  it("count for nothing where the workspace keeps nothing", async () => {
    const { context, open } = await aServedAgent(await aContext(db));
    await setGatewaySettings(context, { keeps: "nothing", days: 30 });
    const { call } = await open();
    await call(...activates(triage.name));
    expect(await figuresOf(context)).toMatchObject({ activated: 0, notChosen: 0 });
    expect(await count()).toBe(0);
  });
});

describe("conversations of live hosts", () => {
  const done = streamedMessage([{ text: "Done." }]);
  const launch = {
    tool: "Skill",
    input: { skill: notes.name },
    result: "Launched.",
    texts: [launchedText(notes.name, notes.body)],
  };

  it("count once they are quiet, by the names that the host told", async () => {
    const { context } = await aDesk();
    const skills = [notes, triage].map(({ name, description }) => ({ name, description }));
    await aLiveSession(context, "messages", [
      {
        host: { skills },
        answer: streamedMessage([{ id: "toolu_1", tool: "Skill", input: { skill: notes.name } }]),
      },
      { host: { skills, calls: [launch] }, answer: done },
    ]);
    await countActivityDue({ db }, () => new Date());
    expect((await getSkillActivity(context, { skill: notes.name })).figures.activated).toBe(0);
    await count();
    const activity = await getSkillActivity(context, { skill: notes.name, by: "agent" });
    expect(activity).toMatchObject({
      figures: { activated: 1 },
      groups: [{ key: "", name: "Live hosts" }],
      conversations: 1,
    });
    expect(await figuresOf(context, triage.name)).toMatchObject({ notChosen: 1 });
  });
});
