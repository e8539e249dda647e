import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getVersion } from "@/lib/library/versions/get-version";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { giveVerdict } from "@/lib/reviews/commands/give-verdict";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { noProof } from "@/lib/reviews/policy-options";
import type { ChangePolicy } from "@/lib/reviews/review-schema";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { listSources } from "./list-sources";
import type { Source } from "./schema";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const path = "skills/pdf/SKILL.md";
const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF5"}`;

async function aTeam(policy: ChangePolicy) {
  const context = await aContext(db);
  await aColleague(context, "reviewer");
  await changePolicy(context, policy);
  const repository = await aSkillRepository({ [path]: skillText("pdf", "First.") });
  const { source, sync } = await aSource(context, repository.url, { name: "Team skills" });
  return { context, repository, source, sync };
}

const said = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ skill, message }) => [skill, message]));
const versionsOf = (context: Context) => db.version.count({ where: { workspaceId: context.workspace.id } });
const reviewsOf = (context: Context) => db.review.count({ where: { workspaceId: context.workspace.id } });

describe("a source that the policy names", () => {
  it("publishes what a sync brought, in its own name and without an approval", async () => {
    const { context, repository, source, sync } = await aTeam({ publishOnSync: ["Team skills"] });
    const synced = await sync();
    expect(said(synced)).toEqual({ pdf: "Published as version 1." });
    expect(synced).toMatchObject({ publishes: true, failure: null });
    const revision = synced.synced?.revision ?? "";
    const version = await getVersion(context, { skill: "pdf", number: 1 });
    expect(version.note).toBe(`From Team skills at ${revision.slice(0, 12)}.`);
    expect(version.approval).toMatchObject({
      approvals: [],
      met: true,
      bypass: null,
      source: { id: source.id, name: "Team skills", revision },
    });
    const told = await db.audit.findFirstOrThrow({
      where: { workspaceId: context.workspace.id, action: "skill.published" },
    });
    expect(told).toMatchObject({
      actorId: null,
      actorName: "Team skills (source)",
      detail: { approvedBy: [], source: { revision }, syncedBy: context.actor.userId },
    });
    await repository.commit({ [path]: skillText("pdf", "Second.") });
    expect(said(await sync())).toEqual({ pdf: "Published as version 2." });
    await sync();
    expect([await versionsOf(context), await reviewsOf(context)]).toEqual([2, 0]);
  });

  it("leaves a draft that was edited here, and what a person took of a conflict", async () => {
    const { context, repository, source, sync } = await aTeam({ publishOnSync: ["*"] });
    await sync();
    await editHere(context, "pdf", skillText("pdf", "Mine."));
    await repository.commit({ [path]: skillText("pdf", "Theirs.") });
    const { conflicts } = await sync();
    expect(await versionsOf(context)).toBe(1);
    const { digest } = await db.draft.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    const taken = await sync({ take: conflicts.map((one) => ({ ...one, ours: digest })) });
    expect([taken.id, taken.conflicts]).toEqual([source.id, []]);
    expect(await versionsOf(context)).toBe(1);
  });

  it.each([
    ["a finding", {}, { [path]: skillText("pdf", `token: ${token}`) }, /1 blocking finding/],
    [
      "missing proof",
      { proof: { ...noProof, triggers: { recall: 0.8, precision: null } } },
      { [path]: skillText("pdf", "Newer.") },
      /cannot be published yet/,
    ],
  ])("keeps the draft and asks for review where it has %s", async (_, policy, changes, why) => {
    const { context, repository, sync } = await aTeam({ publishOnSync: ["*"] });
    await sync();
    await changePolicy(context, policy);
    await repository.commit(changes);
    const synced = await sync();
    expect(said(synced).pdf).toMatch(/^Not published: /);
    expect(said(synced).pdf).toMatch(why);
    expect([await versionsOf(context), await reviewsOf(context)]).toEqual([1, 1]);
  });

  it("heeds who asked for changes here", async () => {
    const { context, repository, sync } = await aTeam({ publishOnSync: [] });
    const reviewer = await aColleague(context, "reviewer");
    await sync();
    const { number } = await requestReview(context, { skill: "pdf", title: "Look", reviewers: [] });
    await repository.commit({ [path]: skillText("pdf", "Newer.") });
    await sync();
    const { digest } = await db.draft.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    await giveVerdict(reviewer, { number, kind: "changes_requested", digest, note: "Not so." });
    await changePolicy(context, { publishOnSync: ["*"] });
    await repository.commit({ [path]: skillText("pdf", "Newest.") });
    expect(said(await sync()).pdf).toMatch(/Changes to it were asked for here/);
    expect(await versionsOf(context)).toBe(0);
  });
});

describe("a source that the policy does not name", () => {
  it("writes drafts, and publishes nothing", async () => {
    const { context, sync } = await aTeam({ publishOnSync: ["Another"] });
    expect(said(await sync())).toEqual({ pdf: "" });
    expect(await versionsOf(context)).toBe(0);
    expect((await listSources(context)).map(({ publishes }) => publishes)).toEqual([false]);
  });

  it("publishes nothing for who may not publish, and says so", async () => {
    const { context, sync } = await aTeam({ publishOnSync: ["*"] });
    const stored = await db.apiKey.create({
      data: {
        workspaceId: context.workspace.id,
        userId: context.actor.userId,
        createdById: context.actor.userId,
        name: "CI",
        prefix: "gr_test",
        hash: "0".repeat(64),
        scopes: ["write"],
      },
    });
    const { id, name, workspaceId } = stored;
    const key = { id, name, workspaceId, scopes: ["write" as const] };
    const byKey = { ...context, actor: { ...context.actor, key } };
    const synced = await sync({}, byKey);
    expect(said(synced).pdf).toMatch(/^Not published: /);
    expect(await versionsOf(context)).toBe(0);
  });
});
