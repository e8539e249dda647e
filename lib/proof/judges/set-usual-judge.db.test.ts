import { describe, expect, it } from "vitest";
import { archiveConnection } from "@/lib/models/commands/archive-connection";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { aTaskModel, aTaskSuite, helps, pdfSkill } from "@/lib/testing/proof/effect-runs";
import { aJudge, judgedTasks, judgesRightly, openBeside } from "@/lib/testing/proof/judges";
import { setUsualJudge } from "../commands/set-usual-judge";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { getUsualJudge } from "./get-usual-judge";

allowLocalServers();
const { db } = testDatabase();

describe("the usual judge of a workspace", () => {
  it("is asked where a run names none, before any other, until it is archived", async () => {
    const context = await aContext(db);
    const first = await aJudge(context);
    const second = await aJudge(context, judgesRightly, { name: "Second", modelId: "second" });
    await aTaskSuite(context, judgedTasks(1));
    const open = openBeside(aTaskModel(helps));
    const judgeOf = async () =>
      (await estimateSuiteRun(context, { skill: pdfSkill.name, suite: "effect" }, open)).judge?.id;
    expect(await judgeOf()).toBe(first.id);
    expect(await setUsualJudge(context, { model: second.id })).toEqual({
      model: { id: second.id, name: "Second" },
    });
    expect(await judgeOf()).toBe(second.id);
    await archiveConnection(context, { connection: second.id });
    expect(await getUsualJudge(context)).toEqual({ model: null });
    expect(await judgeOf()).toBe(first.id);
    await setUsualJudge(context, { model: null });
    const rows = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: "judge.chosen" },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ detail }) => detail)).toEqual([
      { from: null, to: "Second" },
      { from: null, to: null },
    ]);
  });

  it("is a model of the workspace, chosen by who manages models; of two choices at once the last one stands", async () => {
    const context = await aContext(db);
    const judge = await aJudge(context);
    await expect(setUsualJudge(await aContext(db), { model: judge.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const author = await aColleague(context, "author");
    await expect(setUsualJudge(author, { model: judge.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await Promise.all([setUsualJudge(context, { model: judge.id }), setUsualJudge(context, { model: null })]);
    const said = await getUsualJudge(author);
    expect([null, judge.id]).toContain(said.model?.id ?? null);
  });
});
