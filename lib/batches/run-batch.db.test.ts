import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { getAgent, listAgentRevisions } from "@/lib/agents/queries";
import { setLabel } from "@/lib/library/commands/set-label";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getSkill } from "@/lib/library/get-skill";
import { listLabels } from "@/lib/library/labels/list-labels";
import { listMaintainers } from "@/lib/library/maintainers/list-maintainers";
import { listNotifications } from "@/lib/notifications/queries";
import { listReviews } from "@/lib/reviews/list-reviews";
import { runOn, saveFile, told, undoAll } from "@/lib/testing/batches";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";

const { db } = testDatabase();

/** `fresh` was never published, `same` is what its version is, `ahead` has changed since. */
async function aLibrary(): Promise<Context> {
  const context = await aContext(db);
  await aPackage(context, { name: "fresh" });
  await aPackage(context, { name: "same", publishNote: "First" });
  await aPackage(context, { name: "ahead", publishNote: "First" });
  await saveFile(context, "ahead", { path: "notes.md", text: "More.\n" });
  return context;
}

describe("publishing many", () => {
  it("publishes each draft, says what is published already, and names who is not there", async () => {
    const context = await aLibrary();
    const report = await runOn(context, ["ahead", "gone", "same", "fresh"], {
      kind: "publish",
      note: "All of them",
    });
    expect(told(report)).toEqual([
      "ahead: done, Publishes version 2",
      "gone: refused, There is no skill “gone” in this workspace.",
      "same: unchanged, Nothing has changed since version 1",
      "fresh: done, Publishes version 1",
    ]);
    expect(report).toMatchObject({ preview: false, counts: { done: 2, unchanged: 1, refused: 1 } });
    expect(report.items[1]).toMatchObject({ skill: { name: "gone" }, problem: { code: "NOT_FOUND" } });
    const { id, versions } = await getSkill(context, { skill: "fresh" });
    expect(versions).toMatchObject([{ number: 1, note: "All of them" }]);
    expect(report.items[3]?.skill).toEqual({ id, name: "fresh", revision: 1 });
    const again = await runOn(context, ["ahead", "same", "fresh"], { kind: "publish" });
    expect(again.counts).toEqual({ done: 0, unchanged: 3, refused: 0 });
  });

  it("leaves a trail as for one, which its trace holds together", async () => {
    const context = await aLibrary();
    const { traceId } = await runOn({ ...context, traceId: "b".repeat(32) }, ["ahead", "fresh"], {
      kind: "publish",
    });
    const rows = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, traceId },
      orderBy: { id: "asc" },
      select: { action: true, objectName: true },
    });
    expect(rows).toEqual([
      { action: "skill.published", objectName: "ahead" },
      { action: "skill.published", objectName: "fresh" },
    ]);
  });
});

describe("asking for review of many", () => {
  it("opens one review each, with the same reviewers, and is safe to repeat", async () => {
    const context = await aLibrary();
    const rex = await aColleague(context, "reviewer", "Rex");
    const reviewers = [rex.actor.userId];
    const ask = (more: { title?: string; reviewers: string[] }) =>
      runOn(context, ["fresh", "ahead", "same"], { kind: "request-review", ...more });
    expect(told(await ask({ reviewers }))).toEqual([
      "fresh: done, Asks for review of the first version",
      "ahead: done, Asks for review: Changes since version 1",
      "same: unchanged, Nothing has changed since version 1",
    ]);
    const { items } = await listReviews(rex, { filter: "asked-of-me" });
    expect(items.map(({ title, skill }) => `${skill.name}: ${title}`).sort()).toEqual([
      "ahead: Changes since version 1",
      "fresh: First version",
    ]);
    expect((await listNotifications(rex, {})).items.map(({ notice }) => notice)).toMatchObject([
      {
        kind: "reviews-asked",
        data: {
          reviews: [{ skill: { name: "fresh" } }, { skill: { name: "ahead" }, review: { number: 2 } }],
        },
      },
    ]);
    expect(told(await ask({ reviewers })).slice(0, 2)).toEqual([
      "fresh: unchanged, Review 1 is open already",
      "ahead: unchanged, Review 2 is open already",
    ]);
    const ada = await aColleague(context, "reviewer", "Ada");
    const others = await ask({ reviewers: [ada.actor.userId], title: "Please look" });
    expect(others.items[0]?.problem).toEqual({
      code: "CONFLICT",
      message: "Review 1 of this skill is open. Go on there.",
      details: { reason: "review-open", review: 1 },
    });
  });
});

describe("assigning many", () => {
  it("gives each agent one revision, leaves what it has, and takes it back", async () => {
    const context = await aLibrary();
    const desk = await createAgent(context, { name: "Desk" });
    const shop = await createAgent(context, { name: "Shop" });
    const has = async (agent: string) => {
      const { revision, assignments } = await getAgent(context, { agent });
      return `${revision}: ${assignments.map((one) => `${one.skill} ${one.follows}`).join(", ")}`;
    };
    const report = await runOn(context, ["same", "fresh", "gone"], {
      kind: "assign",
      agents: [desk.id, shop.id],
    });
    expect(told(report)).toEqual([
      "same: done, Follows latest in Desk and Shop",
      "fresh: done, Follows latest in Desk and Shop (Not published yet: there is no version to follow)",
      "gone: refused, There is no skill “gone” in this workspace.",
    ]);
    expect([await has("desk"), await has("shop")]).toEqual([
      "2: same latest, fresh latest",
      "2: same latest, fresh latest",
    ]);
    const [revision] = await listAgentRevisions(context, { agent: "desk" });
    expect(revision?.summary).toBe("Assigned same, fresh");
    const drafts = await runOn(context, ["fresh", "same"], {
      kind: "assign",
      agents: [desk.id],
      follows: "draft",
    });
    expect(told(drafts)[0]).toBe("fresh: done, Follows the draft instead of latest in Desk");
    const left = await runOn(context, ["same"], { kind: "unassign", agents: [desk.id, shop.id] });
    expect(told(left)).toEqual(["same: done, Leaves Desk and Shop"]);
    expect([await has("desk"), await has("shop")]).toEqual(["4: fresh draft", "3: fresh latest"]);
    await undoAll(context, left);
    expect([await has("desk"), await has("shop")]).toEqual([
      "5: same draft, fresh draft",
      "4: same latest, fresh latest",
    ]);
    await undoAll(context, drafts);
    await undoAll(context, report);
    expect([await has("desk"), await has("shop")]).toEqual(["7: ", "5: "]);
  });

  it("is safe to repeat: no revision is made where nothing changes", async () => {
    const context = await aLibrary();
    const { id } = await createAgent(context, { name: "Desk" });
    const assign = () => runOn(context, ["same", "fresh"], { kind: "assign", agents: [id] });
    await assign();
    expect(told(await assign())).toEqual([
      "same: unchanged, Follows latest in Desk already",
      "fresh: unchanged, Follows latest in Desk already",
    ]);
    expect((await getAgent(context, { agent: "desk" })).revision).toBe(2);
    const notThere = await runOn(context, ["ahead"], { kind: "unassign", agents: [id] });
    expect(told(notThere)).toEqual(["ahead: unchanged, Is not in Desk"]);
  });

  it("names an agent that is not here, and a label that is not said", async () => {
    const context = await aLibrary();
    const foreign = await createAgent(await aContext(db), { name: "Theirs" });
    const report = await runOn(context, ["same"], { kind: "assign", agents: [foreign.id] });
    expect(report.items[0]?.problem).toEqual({
      code: "NOT_FOUND",
      message: "One of these agents is not there, or no longer.",
    });
    expect((await db.assignment.findMany({ where: { agentId: foreign.id } })).length).toBe(0);
    const unsaid = runOn(context, ["same"], { kind: "assign", agents: [foreign.id], follows: "label" });
    await expect(unsaid).rejects.toThrow("Say which label the skill follows.");
  });
});

describe("labelling many", () => {
  it("moves a label to the newest version of each and back, and says who has none", async () => {
    const context = await aLibrary();
    await runOn(context, ["ahead"], { kind: "publish" });
    await setLabel(context, { skill: "ahead", label: "staging", version: 1, expectedVersion: null });
    const at = async (skill: string) =>
      (await listLabels(context, { skill })).items.map(({ name, version }) => `${name} ${version}`);
    const names = ["same", "ahead", "fresh"];
    const report = await runOn(context, names, { kind: "label", label: "staging", version: "latest" });
    expect(told(report)).toEqual([
      "same: done, Sets staging to version 1",
      "ahead: done, Moves staging from version 1 to version 2",
      "fresh: refused, fresh has no version that agents get. Publish it first.",
    ]);
    const again = await runOn(context, names, { kind: "label", label: "staging", version: "latest" });
    expect(told(again)[1]).toBe("ahead: unchanged, staging is at version 2 already");
    await undoAll(context, report);
    expect([await at("same"), await at("ahead")]).toEqual([[], ["staging 1"]]);
    const removed = await runOn(context, ["same", "ahead"], { kind: "unlabel", label: "staging" });
    expect(told(removed)).toEqual([
      "same: unchanged, No version has the label staging",
      "ahead: done, Removes staging from version 1",
    ]);
    await undoAll(context, removed);
    expect(await at("ahead")).toEqual(["staging 1"]);
  });

  it("takes the newest version that agents get, and never a withdrawn one", async () => {
    const context = await aLibrary();
    await runOn(context, ["ahead"], { kind: "publish" });
    await withdrawVersion(context, { skill: "ahead", number: 2, reason: "Too early" });
    const label = { kind: "label", label: "staging" } as const;
    const latest = await runOn(context, ["ahead"], { ...label, version: "latest" });
    expect(told(latest)).toEqual(["ahead: done, Sets staging to version 1"]);
    const report = await runOn(context, ["ahead", "same"], { ...label, version: 2 });
    expect(report.items.map(({ problem }) => problem?.code)).toEqual(["UNPROCESSABLE", "NOT_FOUND"]);
  });
});

describe("the library's own acts on many", () => {
  it("archive, and bring back", async () => {
    const context = await aLibrary();
    const isArchived = async (skill: string) => (await getSkill(context, { skill })).archived;
    const archived = await runOn(context, ["fresh", "same"], { kind: "archive" });
    expect(told(archived)).toEqual(["fresh: done, Archives the skill", "same: done, Archives the skill"]);
    expect(told(await runOn(context, ["fresh"], { kind: "archive" }))).toEqual([
      "fresh: unchanged, Is archived already",
    ]);
    expect((await undoAll(context, archived)).counts.done).toBe(2);
    expect(await isArchived("fresh")).toBe(false);
    expect(told(await runOn(context, ["fresh"], { kind: "unarchive" }))).toEqual([
      "fresh: unchanged, Is not archived",
    ]);
  });

  it("delete, once the number is typed, what no agent has", async () => {
    const context = await aLibrary();
    const { id } = await createAgent(context, { name: "Desk" });
    await runOn(context, ["same"], { kind: "assign", agents: [id] });
    const names = ["fresh", "same", "ahead"];
    for (const confirm of [undefined, "2", "3 "])
      await expect(
        runOn(context, names, { kind: "delete", ...(confirm ? { confirm } : {}) }),
      ).rejects.toThrow("Type 3, the number of chosen skills, in `confirm` to delete them.");
    const report = await runOn(context, names, { kind: "delete", confirm: "3" });
    expect(told(report)).toEqual([
      "fresh: done, Deletes the skill",
      "same: refused, same is assigned to Desk. Take it from them first.",
      "ahead: done, Deletes the skill and its 1 version",
    ]);
    expect(report.items[1]?.problem?.details).toMatchObject({ reason: "assigned" });
    expect(report.items.flatMap(({ undo }) => undo ?? [])).toEqual([]);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
    const again = await runOn(context, ["fresh"], { kind: "delete", confirm: "1" });
    expect(again.items[0]?.problem?.code).toBe("NOT_FOUND");
  });

  it("choose co-maintainers, who are members", async () => {
    const context = await aLibrary();
    const ada = await aColleague(context, "viewer", "Ada");
    const person = ada.actor.userId;
    const of = async (skill: string) => (await listMaintainers(context, { skill })).items.length;
    const report = await runOn(context, ["fresh", "same"], { kind: "add-maintainer", person });
    expect(told(report)).toEqual([
      "fresh: done, Makes Ada co-maintainer",
      "same: done, Makes Ada co-maintainer",
    ]);
    const again = await runOn(context, ["fresh"], { kind: "add-maintainer", person });
    expect(told(again)).toEqual(["fresh: unchanged, Ada is co-maintainer already"]);
    const byHer = await runOn(ada, ["fresh", "ahead"], { kind: "archive" });
    expect(byHer.items.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
      "done",
      "FORBIDDEN",
    ]);
    await undoAll(context, report);
    expect([await of("fresh"), await of("same")]).toEqual([0, 0]);
    const none = await runOn(context, ["fresh"], { kind: "remove-maintainer", person });
    expect(told(none)).toEqual(["fresh: unchanged, Has no such co-maintainer"]);
    const stranger = (await aContext(db)).actor.userId;
    const strange = await runOn(context, ["fresh"], { kind: "add-maintainer", person: stranger });
    expect(strange.items[0]?.problem?.code).toBe("NOT_FOUND");
  });
});
