import { describe, expect, it } from "vitest";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const files = (body: string) => ({ "a/SKILL.md": skillText("a", body), "b/SKILL.md": skillText("b", body) });

describe("a source that asks for review", () => {
  it("says of which draft there can be none and why, and nothing of one that is in review already", async () => {
    const context = await aContext(db);
    await aColleague(context, "reviewer");
    const remote = await aSkillRepository(files("First."));
    const { source, sync } = await aSource(context, remote.url);
    await sync();
    await db.source.update({ where: { id: source.id }, data: { asksReview: true } });
    await archiveSkill(context, { skill: "a" });
    await requestReview(context, { skill: "b", title: "By hand", description: "", reviewers: [] });
    await remote.commit(files("Second."));
    const { report, failure } = await sync();
    expect(failure).toBeNull();
    expect(report?.notes).toEqual(["No review of a could be asked for: a is archived. Bring it back first."]);
    expect(await db.sourceSkill.count({ where: { owedRevision: { not: null } } })).toBe(0);
    expect(await db.review.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });
});
