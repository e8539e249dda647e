import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { listSkills } from "@/lib/library/list-skills";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { aScriptedModel, aSuite, type Choose, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { deleteSuiteRun } from "../commands/delete-suite-run";
import { judgeEndedRuns } from "../commands/judge-ended-runs";
import { listProvenSkills } from "./list-proven-skills";

const { db } = testDatabase();
const finds: Choose = (query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." });
const finding = aScriptedModel(finds).open;
const missing = aScriptedModel(() => ({ text: "No." })).open;

describe("what is known of the skills of a workspace", () => {
  it("is the newest run that a live model answered to its end, and of which bytes it is", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill, skillId } = await aSuite(context, someCases(10, 2));
    expect(await listProvenSkills(context, {})).toEqual({ items: [], nextCursor: null });
    await tryOut(context, skill, { open: missing });
    await tryOut(context, skill, { open: finding, repeatOf: 1 });
    await tryOut(context, skill, { open: missing, repeatOf: 1 });
    await judgeEndedRuns({ db });
    const where = { workspaceId: context.workspace.id, number: 3 };
    await db.suiteRun.updateMany({ where, data: { modelKind: "rules" } });
    const { items } = await listProvenSkills(context, {});
    expect(items).toEqual([
      {
        skillId,
        skill,
        trigger: {
          number: 2,
          agent: { slug: expect.any(String), name: "On-call assistant" },
          model: "Scripted",
          dialect: "standard",
          bytes: "current",
          endedAt: expect.any(String),
          recall: expect.objectContaining({ count: 10, of: 10 }),
          precision: expect.objectContaining({ count: 10, of: 10 }),
          word: "no-baseline",
        },
        effect: null,
      },
    ]);
    expect((await listProvenSkills(other, {})).items).toEqual([]);
    await deleteSuiteRun(context, { skill, number: 2 });
    expect((await listProvenSkills(context, {})).items[0]?.trigger).toMatchObject({ number: 1 });
  });

  it("is of older bytes once neither draft nor newest version has them", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 1));
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "a.md", text: "1" }],
    });
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    expect((await listProvenSkills(context, {})).items[0]?.trigger?.bytes).toBe("current");
    await changeDraft(context, {
      skill,
      baseRevision: 2,
      changes: [{ op: "write", path: "a.md", text: "2" }],
    });
    expect((await listProvenSkills(context, {})).items[0]?.trigger?.bytes).toBe("older");
  });

  it("sorts the library by recall, what was not measured behind, from page to page", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aSuite(context, someCases(2, 1));
    await aPackage(context, { name: "another" });
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    const first = await listSkills(context, { sort: "recall", limit: 1 });
    expect(first.items.map(({ name }) => name)).toEqual([skill]);
    const rest = await listSkills(context, {
      sort: "recall",
      limit: 5,
      ...(first.nextCursor ? { cursor: first.nextCursor } : {}),
    });
    expect(rest.items.map(({ name }) => name).toSorted()).toEqual(["another", sibling]);
    const turned = await listSkills(context, { sort: "recall", direction: "asc" });
    expect(turned.items.at(-1)?.name).toBe(skill);
  });
});
