import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { getAgent } from "@/lib/agents/queries";
import { getSkill } from "@/lib/library/get-skill";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { runBatch } from "./commands/run-batch";
import { undoBatch } from "./commands/undo-batch";
import type { BatchReport, RunBatch } from "./schema";

const { db } = testDatabase();

const run = (context: Context, names: string[], act: RunBatch["act"], preview = false) =>
  runBatch(context, { skills: { names }, act, preview });

/** Takes everything back that can be, as its items say. */
const undo = (context: Context, { items }: BatchReport) =>
  undoBatch(context, {
    items: items.flatMap(({ skill, undo: acts }) => (acts ? [{ skill: skill.name, undo: acts }] : [])),
  });

const outcomes = ({ items }: BatchReport) =>
  items.map(({ skill, outcome, summary }) => `${skill.name}: ${outcome}, ${summary}`);

/** A draft, a published skill, and one whose draft has moved on since its version. */
async function aLibrary(context: Context) {
  await aPackage(context, { name: "fresh" });
  await aPackage(context, { name: "same", publishNote: "First" });
}

describe("runBatch", () => {
  it("publishes each draft, says what was published already, and names who is not there", async () => {
    const context = await aContext(db);
    await aLibrary(context);
    const report = await run(context, ["fresh", "same", "gone"], { kind: "publish", note: "All of them" });
    expect(outcomes(report)).toEqual([
      "fresh: done, Publishes version 1",
      "same: unchanged, Nothing has changed since version 1",
      "gone: refused, There is no skill “gone” in this workspace.",
    ]);
    expect(report).toMatchObject({ preview: false, counts: { done: 1, unchanged: 1, refused: 1 } });
    expect(report.items[2]?.problem).toMatchObject({ code: "NOT_FOUND" });
    expect((await getSkill(context, { skill: "fresh" })).versions).toMatchObject([
      { number: 1, note: "All of them" },
    ]);
    const again = await run(context, ["fresh", "same"], { kind: "publish" });
    expect(again.counts).toEqual({ done: 0, unchanged: 2, refused: 0 });
  });

  it("archives and brings back, and takes either back", async () => {
    const context = await aContext(db);
    await aLibrary(context);
    const isArchived = async (skill: string) => (await getSkill(context, { skill })).archived;
    const archived = await run(context, ["fresh", "same"], { kind: "archive" });
    expect(outcomes(archived)).toEqual(["fresh: done, Archives the skill", "same: done, Archives the skill"]);
    expect(await isArchived("fresh")).toBe(true);
    expect((await run(context, ["fresh"], { kind: "archive" })).counts.unchanged).toBe(1);
    expect((await undo(context, archived)).counts.done).toBe(2);
    expect(await isArchived("fresh")).toBe(false);
  });

  it("assigns to several agents with one revision each, leaves what they have, and takes it back", async () => {
    const context = await aContext(db);
    await aLibrary(context);
    const desk = await createAgent(context, { name: "Desk" });
    const shop = await createAgent(context, { name: "Shop" });
    const agents = [desk.id, shop.id];
    const report = await run(context, ["same", "fresh", "gone"], { kind: "assign", agents });
    expect(outcomes(report)).toEqual([
      "same: done, Follows latest in Desk and Shop",
      "fresh: done, Follows latest in Desk and Shop (Not published yet: there is no version to follow)",
      "gone: refused, There is no skill “gone” in this workspace.",
    ]);
    const has = async (agent: string) => {
      const { revision, assignments } = await getAgent(context, { agent });
      return { revision, skills: assignments.map(({ skill, follows }) => `${skill} ${follows}`) };
    };
    expect(await has("desk")).toEqual({ revision: 2, skills: ["same latest", "fresh latest"] });
    const drafts = await run(context, ["fresh"], { kind: "assign", agents: [desk.id], follows: "draft" });
    expect(outcomes(drafts)).toEqual(["fresh: done, Follows the draft instead of latest in Desk"]);
    expect((await run(context, ["fresh"], { kind: "unassign", agents: [shop.id] })).counts.done).toBe(1);
    expect(await has("desk")).toEqual({ revision: 3, skills: ["same latest", "fresh draft"] });
    expect(await has("shop")).toEqual({ revision: 3, skills: ["same latest"] });
    await undo(context, drafts);
    expect(await has("desk")).toMatchObject({ skills: ["same latest", "fresh latest"] });
    await undo(context, report);
    expect(await has("desk")).toMatchObject({ skills: [] });
  });

  it("refuses the whole call to whom no skill could be allowed", async () => {
    const owner = await aContext(db);
    await aLibrary(owner);
    const viewer = await aColleague(owner, "viewer");
    await expect(run(viewer, ["fresh"], { kind: "publish" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const report = await run(viewer, ["fresh"], { kind: "archive" });
    expect(report.items[0]?.problem).toMatchObject({ code: "FORBIDDEN" });
  });
});
