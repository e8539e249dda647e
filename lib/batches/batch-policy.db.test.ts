import { describe, expect, it } from "vitest";
import { setLabel } from "@/lib/library/commands/set-label";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { giveVerdict } from "@/lib/reviews/commands/give-verdict";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { blockingText, previewOn, runOn, saveFile, told } from "@/lib/testing/batches";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { withKey } from "@/lib/testing/reviews/team";
import type { RunBatch } from "./schema";

const { db } = testDatabase();

/** Two skills that were never published, in a workspace where somebody else has to approve. */
async function aTeamLibrary() {
  const owner = await aContext(db, { name: "Omar" });
  const author = await aColleague(owner, "author", "Ada");
  const reviewer = await aColleague(owner, "reviewer", "Rex");
  await aPackage(author, { name: "notes" });
  await aPackage(author, { name: "rota" });
  return { owner, author, reviewer };
}

describe("the policy for many", () => {
  it("holds for each as for one: without an approval it is refused in the same words", async () => {
    const { author, reviewer } = await aTeamLibrary();
    await runOn(author, ["notes"], { kind: "request-review", reviewers: [] });
    const { digest, revision } = await getDraft(author, { skill: "notes" });
    await giveVerdict(reviewer, { number: 1, kind: "approved", digest });
    const report = await runOn(reviewer, ["notes", "rota"], { kind: "publish" });
    expect(report.items.map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
    const alone = await getDraft(reviewer, { skill: "rota" });
    const refusal = await publishSkill(reviewer, {
      skill: "rota",
      revision: alone.revision,
      digest: alone.digest,
    }).catch((error: unknown) => error);
    expect(refusal).toMatchObject(report.items[1]?.problem ?? {});
    expect(report.items[1]?.problem).toMatchObject({
      code: "CONFLICT",
      details: { reason: "policy", unmet: [{ rule: "approvals" }], mayBypass: false },
    });
    expect(revision).toBe(1);
  });

  it("is passed by with a reason by who may, and the trail says so for each", async () => {
    const { owner, reviewer } = await aTeamLibrary();
    const act = { kind: "publish", bypassReason: "The pager rings" } as const;
    expect((await runOn(reviewer, ["notes"], act)).items[0]?.problem?.message).toContain(
      "Your role may not bypass the policy.",
    );
    expect((await runOn(owner, ["notes", "rota"], act)).counts.done).toBe(2);
    const rows = await db.audit.count({
      where: { workspaceId: owner.workspace.id, action: "policy.bypassed" },
    });
    expect(rows).toBe(2);
  });

  it("names blocking findings and errors as for one, and the others go on", async () => {
    const owner = await aContext(db);
    await aPackage(owner, { name: "piped", body: blockingText });
    await aPackage(owner, { name: "broken" });
    await saveFile(owner, "broken", { path: "SKILL.md", text: "" });
    await aPackage(owner, { name: "sound" });
    const { items } = await runOn(owner, ["piped", "broken", "sound"], { kind: "publish" });
    expect(items.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "done"]);
    expect(items[0]?.problem).toMatchObject({
      code: "CONFLICT",
      details: { findings: [{ severity: "blocking", path: "SKILL.md" }] },
    });
    expect(items[1]?.problem).toMatchObject({
      code: "UNPROCESSABLE",
      details: { issues: [{ severity: "error" }] },
    });
  });

  it("holds each to the specification where the policy does", async () => {
    const owner = await aContext(db);
    await aPackage(owner, { name: "under_score" });
    await aPackage(owner, { name: "sound" });
    await changePolicy(owner, { specificationBlocks: true });
    const { items } = await runOn(owner, ["under_score", "sound"], { kind: "publish" });
    expect(items.map(({ outcome }) => outcome)).toEqual(["refused", "done"]);
    expect(items[0]?.problem).toMatchObject({ details: { unmet: [{ rule: "specification" }] } });
    expect(items[0]?.problem?.message).toContain("(name-characters)");
  });

  it("guards protected labels skill by skill", async () => {
    const { owner, reviewer } = await aTeamLibrary();
    await runOn(owner, ["notes"], { kind: "publish", bypassReason: "The pager rings" });
    const act = { kind: "label", label: "production", version: "latest" } as const;
    const byReviewer = await runOn(reviewer, ["notes"], act);
    expect(byReviewer.items[0]?.problem?.code).toBe("FORBIDDEN");
    const byOwner = await runOn(owner, ["notes"], act);
    expect(byOwner.items[0]?.problem).toMatchObject({
      code: "CONFLICT",
      details: { reason: "policy", label: "production", version: 1, mayBypass: true },
    });
    const withReason = await runOn(owner, ["notes"], { ...act, bypassReason: "The pager rings" });
    expect(told(withReason)).toEqual(["notes: done, Sets production to version 1"]);
  });
});

describe("roles for many", () => {
  it("refuse the whole call where no skill could be allowed, as a preview too", async () => {
    const { author } = await aTeamLibrary();
    const agents = [crypto.randomUUID()];
    const acts: RunBatch["act"][] = [
      { kind: "publish" },
      { kind: "delete", confirm: "1" },
      { kind: "label", label: "staging", version: 1 },
      { kind: "unlabel", label: "staging" },
      { kind: "assign", agents },
      { kind: "unassign", agents },
    ];
    for (const act of acts) {
      await expect(runOn(author, ["notes"], act)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(previewOn(author, ["notes"], act)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("let a creator choose co-maintainers of what they began alone, and no key at all", async () => {
    const { owner, author, reviewer } = await aTeamLibrary();
    await aPackage(owner, { name: "theirs" });
    const act = { kind: "add-maintainer", person: reviewer.actor.userId } as const;
    const codes = async (report: ReturnType<typeof runOn>) =>
      (await report).items.map(({ outcome, problem }) => problem?.code ?? outcome);
    expect(await codes(runOn(author, ["notes", "theirs"], act))).toEqual(["done", "FORBIDDEN"]);
    expect(await codes(runOn(await withKey(author), ["rota"], act))).toEqual(["FORBIDDEN"]);
  });

  it("of another workspace see nothing of this one", async () => {
    const { owner } = await aTeamLibrary();
    const stranger = await aContext(db);
    await aPackage(stranger, { name: "rota" });
    for (const kind of ["publish", "archive", "unarchive", "request-review"] as const)
      expect((await runOn(stranger, ["notes"], { kind })).items[0]?.problem).toEqual({
        code: "NOT_FOUND",
        message: "There is no skill “notes” in this workspace.",
      });
    await runOn(stranger, ["rota"], { kind: "archive" });
    await expect(
      setLabel(owner, { skill: "rota", label: "staging", version: 1, expectedVersion: null }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const own = await db.skill.findMany({ where: { workspaceId: owner.workspace.id } });
    expect(own.map(({ archivedAt }) => archivedAt)).toEqual([null, null]);
  });
});
