import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { applySuggestion } from "@/lib/discussion/commands/apply-suggestion";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { getVersion } from "@/lib/library/versions/get-version";
import { testDatabase } from "@/lib/testing/database";
import { aMachine, approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { commentOf, onLines, revisionNow } from "@/lib/testing/reviews/threads";
import { giveVerdict } from "./commands/give-verdict";
import { publishSkill } from "./commands/publish-skill";
import { requestReview } from "./commands/request-review";
import { getPublication } from "./get-publication";
import { getReview } from "./get-review";
import { listReviews } from "./list-reviews";

const { db } = testDatabase();

const refused = { code: "CONFLICT", details: { reason: "policy", unmet: [{ rule: "approvals" }] } };
const why = "They wrote part of these bytes: somebody else has to approve them.";

async function change(context: Context, ...changes: DraftChange[]): Promise<void> {
  const { revision } = await getDraft(context, { skill: reviewed });
  await changeDraft(context, { skill: reviewed, baseRevision: revision, changes });
}

describe("whoever wrote part of a draft does not approve it", () => {
  it("also after somebody else has saved one more byte", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    await save(reviewer, "notes.md", "all of it\n");
    await save(author, "references/t.md", "t");
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    expect(await getReview(author, { number })).toMatchObject({
      standing: "in-review",
      approvals: { given: 0, needed: 1 },
      authors: [{ name: "Ada" }, { name: "Rex" }],
      verdicts: [{ by: { name: "Rex" }, stale: false, counts: false, why }],
    });
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
    await approve(admin, number);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("also when somebody else's save and its undoing bring back the bytes that they approved", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await save(reviewer, "notes.md", "all of it\n");
    await approve(reviewer, number);
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
    await change(author, { op: "write", path: "x.md", text: "x" });
    await change(author, { op: "delete", path: "x.md" });
    expect(await getReview(author, { number })).toMatchObject({
      verdicts: [{ stale: false, counts: false }],
    });
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
  });

  it("also after somebody else has renamed the skill", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await save(reviewer, "notes.md", "all of it\n");
    await renameSkill(author, { skill: reviewed, name: "ship-tools" });
    const { revision, digest } = await getDraft(author, { skill: "ship-tools" });
    await giveVerdict(reviewer, { number, kind: "approved", digest });
    const input = { skill: "ship-tools", revision, digest };
    await expect(publishSkill(reviewer, input)).rejects.toMatchObject(refused);
  });

  it("also when somebody else has saved their bytes again on another path, or all over", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await save(reviewer, "long.md", "all of it\n");
    await change(author, { op: "delete", path: "long.md" });
    await save(author, "docs/other.md", "all of it!\n");
    await approve(reviewer, number);
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
  });

  it("also where they only suggested it", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    const thread = await onLines(reviewer, number, [1, 1], { suggestion: "1" });
    const baseRevision = await revisionNow(author);
    await applySuggestion(author, { comment: commentOf(thread).id, baseRevision });
    await approve(reviewer, number);
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
    await approve(admin, number);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("also where it is a copy that somebody else made", async () => {
    const { author, reviewer } = await aTeam(db);
    await save(reviewer, "notes.md", "all of it\n");
    await duplicateSkill(author, { skill: reviewed, name: "copy" });
    const { revision, digest } = await getDraft(author, { skill: "copy" });
    const { number } = await requestReview(author, { skill: "copy", title: "A copy" });
    await giveVerdict(reviewer, { number, kind: "approved", digest });
    await expect(publishSkill(reviewer, { skill: "copy", revision, digest })).rejects.toMatchObject(refused);
  });

  it("and may approve once their bytes are a version, also when these are restored", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    await save(reviewer, "notes.md", "all of it\n");
    const first = await askForReview(author);
    await approve(admin, first.number);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
    const { revision } = await getDraft(author, { skill: reviewed });
    await restoreVersion(author, { skill: reviewed, number: 1, baseRevision: revision });
    const second = await askForReview(author);
    await approve(reviewer, second.number);
    expect(await publish(reviewer, { newestVersion: 2 })).toMatchObject({ number: 3 });
    expect(await getReview(author, first)).toMatchObject({
      authors: [{ name: "Ada" }, { name: "Rex" }],
      verdicts: [{ by: { name: "Ines" }, counts: true }],
    });
    expect(await getReview(author, second)).toMatchObject({ authors: [{ name: "Ada" }] });
    const approvalOf = async (number: number) =>
      (await getVersion(author, { skill: reviewed, number })).approval;
    expect(await approvalOf(2)).toMatchObject({ authors: [{ name: "Ada" }, { name: "Rex" }] });
    expect(await approvalOf(3)).toMatchObject({ authors: [{ name: "Ada" }] });
  });

  it("may ask for changes, which an approval of their own does not take back", async () => {
    const { author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await save(reviewer, "notes.md", "part of it\n");
    const { digest } = await getDraft(author, { skill: reviewed });
    await giveVerdict(admin, { number, kind: "changes_requested", digest, note: "Why?" });
    expect(await approve(reviewer, number)).toMatchObject({ standing: "changes-requested" });
  });

  it("is named to programs, with whose approval does not count and why", async () => {
    const { author, reviewer } = await aTeam(db);
    await save(reviewer, "notes.md", "part of it\n");
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    const told = {
      authors: [{ name: "Ada" }, { name: "Rex" }],
      approvals: [{ by: { name: "Rex" }, counts: false, why }],
    };
    expect(await getPublication(author, { skill: reviewed })).toMatchObject({ ...told, met: false });
    await expect(publish(reviewer)).rejects.toMatchObject({ details: told });
    const where = { workspaceId: author.workspace.id, action: "review.approved" };
    expect(await db.audit.findFirst({ where })).toMatchObject({ detail: { author: true } });
  });

  it("is told when nobody is left whose approval would count", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    for (const one of [owner, reviewer, admin]) await save(one, `${one.actor.name}.md`, "mine\n");
    const { number } = await askForReview(author);
    await approve(reviewer, number);
    await expect(publish(admin)).rejects.toMatchObject({
      message: expect.stringMatching(/Nobody here may give one: whoever has that role wrote part of it\./),
    });
  });

  it("also where a machine with a key of theirs wrote it", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author);
    await save(await aMachine(reviewer, "author"), "notes.md", "made\n");
    await save(author, "more.md", "more\n");
    await approve(reviewer, number);
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
  });
});

describe("a review that waits for somebody", () => {
  it("does so again once a finding was dismissed after their word", async () => {
    const { author, reviewer } = await aTeam(db);
    const { number } = await askForReview(author, [reviewer]);
    await approve(reviewer, number);
    const waiting = async () => (await listReviews(reviewer, { filter: "asked-of-me" })).items.length;
    expect(await waiting()).toBe(0);
    await db.draft.updateMany({
      where: { workspaceId: author.workspace.id },
      data: { findingsRevision: { increment: 1 } },
    });
    expect(await waiting()).toBe(1);
  });
});
