import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { ActivityFact } from "@/lib/runtime/count-activity";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { anId } from "@/lib/testing/sessions/session-log";
import { getSkillActivity } from "./get-skill-activity";
import { getWorkspaceActivity } from "./get-workspace-activity";
import { type Audience, writeCounts, writeFirings } from "./writes/write-counts";

const { db } = testDatabase();

const everyone: Audience = { audience: "everyone", ownerId: null };
const names = ["incident-triage", "release-notes", "status-update"] as const;

/** A workspace on 27 November with three skills, and what writes counts into it. */
async function aWorkspace() {
  const context: Context = { ...(await aContext(db)), now: () => new Date("2026-11-27T10:00:00Z") };
  const ids: Record<string, string> = {};
  for (const name of names) ids[name] = await aStoredSkill(context, { ...triage, name });
  const agentSlug = await anAgentWith(context, [...names]);
  const agent = await db.agent.findFirstOrThrow({
    where: { slug: agentSlug, workspaceId: context.workspace.id },
  });
  const fact = (over: Partial<ActivityFact> & { skill?: string }): ActivityFact => {
    const { skill = triage.name, ...rest } = over;
    return {
      skillId: ids[skill] ?? "",
      version: 1,
      isDraft: false,
      agentId: agent.id,
      dialect: "claude-code",
      model: "Sonnet 6",
      modelKind: "live",
      day: "2026-11-20",
      outcome: "activated",
      reason: "by-model",
      insteadId: null,
      count: 1,
      turns: 1,
      tokens: 0,
      ...rest,
    };
  };
  const add = async (facts: ActivityFact[], audience = everyone) => {
    const place = { workspaceId: context.workspace.id, sessionId: crypto.randomUUID(), audience };
    await writeCounts({ db }, place, facts);
    await writeFirings({ db }, place, facts);
  };
  return { context, ids, agent, fact, add };
}

describe("getSkillActivity", () => {
  it("gives totals, shares with their interval, reasons, groups by day, and what was activated beside it", async () => {
    const { context, ids, fact, add } = await aWorkspace();
    await add([fact({ tokens: 1_200 }), fact({ skill: "release-notes" })]);
    await add([fact({ day: "2026-11-21", dialect: "codex", version: 2 })]);
    const status = ids["status-update"] ?? "";
    await add([
      fact({ outcome: "not-chosen", reason: "another", insteadId: status, count: 3, turns: 3 }),
      fact({ outcome: "not-chosen", reason: "no-skill", count: 5, turns: 5 }),
      fact({ outcome: "already-active", tokens: 900, turns: 0 }),
      fact({ outcome: "repeated", reason: "repeated", tokens: 700, turns: 0 }),
      fact({ outcome: "refused", reason: "outside-package", turns: 0 }),
    ]);
    const activity = await getSkillActivity(context, { skill: triage.name });
    expect(activity).toMatchObject({
      from: "2026-10-29",
      through: "2026-11-27",
      keptSince: "2026-11-20",
      by: "host",
      figures: {
        activated: 2,
        repeated: 1,
        alreadyActive: 1,
        refused: 1,
        notChosen: 8,
        tokensInjected: 1_200,
        tokensSaved: 900,
        tokensRepeated: 700,
        share: { count: 2, of: 10, share: 0.2 },
      },
      together: [{ skill: "release-notes", conversations: 1 }],
      conversations: 3,
    });
    expect(activity.reasons.slice(0, 2)).toEqual([
      { outcome: "not-chosen", reason: "no-skill", instead: null, count: 5 },
      { outcome: "not-chosen", reason: "another", instead: "status-update", count: 3 },
    ]);
    expect(activity.groups.map(({ key, name }) => [key, name])).toEqual([
      ["claude-code", "Claude Code"],
      ["codex", "Codex"],
    ]);
    expect(activity.groups[1]?.days).toEqual([{ day: "2026-11-21", outcome: "activated", count: 1 }]);
  });

  it("groups by agent, model and version, by their names", async () => {
    const { context, agent, fact, add } = await aWorkspace();
    await add([
      fact({}),
      fact({ version: null, isDraft: true, modelKind: "rules", model: "Rehearsal: fast" }),
    ]);
    await add([fact({ version: null, agentId: null }), fact({ agentId: anId(77) })]);
    const by = async (group: "agent" | "model" | "version") =>
      (await getSkillActivity(context, { skill: triage.name, by: group })).groups.map(
        ({ key, name, kind }) => [key, name, kind],
      );
    expect(await by("agent")).toEqual([
      [agent.id, "On-call assistant", null],
      ["", "Live hosts", null],
      [anId(77), "Deleted agent", null],
    ]);
    expect(await by("model")).toEqual([
      ["live:Sonnet 6", "Sonnet 6", "live"],
      ["rules:Rehearsal: fast", "Rehearsal: fast", "rules"],
    ]);
    expect(await by("version")).toEqual([
      ["1", "v1", null],
      ["", "Version not known", null],
      ["draft", "Draft", null],
    ]);
  });

  it("looks at the days that are asked for, and says which versions came out in them", async () => {
    const { context, ids, fact, add } = await aWorkspace();
    await add([fact({ day: "2026-11-20" })]);
    await add([fact({ day: "2026-11-27" })]);
    const week = await getSkillActivity(context, { skill: triage.name, days: 7 });
    expect(week).toMatchObject({ from: "2026-11-21", figures: { activated: 1 }, keptSince: "2026-11-20" });
    const { createdAt } = await db.version.findFirstOrThrow({ where: { skillId: ids[triage.name] ?? "" } });
    const on = async (now: Date) =>
      (await getSkillActivity({ ...context, now: () => now }, { skill: triage.name, days: 1 })).published;
    expect(await on(createdAt)).toEqual([{ version: 1, day: createdAt.toISOString().slice(0, 10) }]);
    expect(await on(new Date("2026-01-01T00:00:00Z"))).toEqual([]);
  });

  it("is empty before anything happened, NOT_FOUND elsewhere, and refuses odd periods", async () => {
    const { context } = await aWorkspace();
    expect(await getSkillActivity(context, { skill: triage.name })).toMatchObject({
      keptSince: null,
      groups: [],
      reasons: [],
      together: [],
      conversations: 0,
      figures: { activated: 0, share: null },
    });
    await expect(getSkillActivity(await aContext(db), { skill: triage.name })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(getSkillActivity(context, { skill: triage.name, days: 0 })).rejects.toThrow();
  });

  it("counts of programs' sessions what is the asker's, and everybody's for who manages keys", async () => {
    const { context, fact, add } = await aWorkspace();
    const viewer = await aColleague(context, "viewer");
    await add([fact({})], { audience: "keys", ownerId: viewer.actor.userId });
    await add([fact({})], { audience: "keys", ownerId: context.actor.userId });
    await add([fact({})], { audience: "owner", ownerId: context.actor.userId });
    const seen = async (asking: Context) =>
      (await getSkillActivity({ ...asking, now: context.now }, { skill: triage.name })).figures.activated;
    expect(await seen(context)).toBe(3);
    expect(await seen(viewer)).toBe(1);
  });
});

describe("getWorkspaceActivity", () => {
  it("lists skills that never fire with why, and pairs that fire together", async () => {
    const { context, fact, add } = await aWorkspace();
    await add([fact({}), fact({ skill: "release-notes", day: "2026-11-21" })]);
    await add([fact({}), fact({ skill: "release-notes" })]);
    await add([fact({})]);
    await add([fact({ skill: "status-update", day: "2026-09-01" })]);
    await add([
      fact({ skill: "status-update", outcome: "not-chosen", reason: "cut", count: 4, turns: 4 }),
      fact({ skill: "status-update", outcome: "not-chosen", reason: "no-skill", count: 2, turns: 2 }),
    ]);
    expect(await getWorkspaceActivity(context, {})).toEqual({
      from: "2026-10-29",
      through: "2026-11-27",
      keptSince: "2026-09-01",
      skills: 3,
      quietCount: 1,
      quiet: [
        {
          skill: "status-update",
          isPublished: true,
          agents: 1,
          offered: 6,
          lastActivated: "2026-09-01",
          reasons: [
            { outcome: "not-chosen", reason: "cut", instead: null, count: 4 },
            { outcome: "not-chosen", reason: "no-skill", instead: null, count: 2 },
          ],
        },
      ],
      busiest: [
        { skill: "incident-triage", conversations: 3, activated: 3 },
        { skill: "release-notes", conversations: 2, activated: 2 },
      ],
      together: [{ first: "incident-triage", second: "release-notes", conversations: 2 }],
    });
  });

  it("leaves out archived skills and those whose text stands in every prompt, and sees no other workspace", async () => {
    const { context, ids, fact, add } = await aWorkspace();
    await add([fact({ skill: "release-notes", outcome: "in-prompt", reason: "in-prompt" })]);
    await db.skill.update({
      where: { id: ids["status-update"] ?? "" },
      data: { archivedAt: new Date() },
    });
    const activity = await getWorkspaceActivity(context, { days: 366 });
    expect(activity.quiet.map(({ skill }) => skill)).toEqual([triage.name]);
    expect(activity.skills).toBe(2);
    const elsewhere = await getWorkspaceActivity(await aContext(db), {});
    expect(elsewhere).toMatchObject({ skills: 0, quiet: [], quietCount: 0, together: [], keptSince: null });
  });

  it("counts no private conversation for others", async () => {
    const { context, fact, add } = await aWorkspace();
    await add([fact({}), fact({ skill: "release-notes" })], {
      audience: "owner",
      ownerId: context.actor.userId,
    });
    const viewer = { ...(await aColleague(context, "owner")), now: context.now };
    expect(await getWorkspaceActivity(viewer, {})).toMatchObject({
      quietCount: 3,
      together: [],
      busiest: [],
    });
    expect(await getWorkspaceActivity(context, {})).toMatchObject({ quietCount: 1, together: [{}] });
  });
});
