import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAgents } from "@/lib/agents/queries";
import { createKey } from "@/lib/auth/commands/create-key";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { startNeighbourRuns } from "@/lib/proof/commands/start-neighbour-runs";
import type { OpenModel } from "@/lib/proof/models/open-model";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { changePolicy } from "./commands/change-policy";
import { giveVerdict } from "./commands/give-verdict";
import { publishSkill } from "./commands/publish-skill";
import { requestReview } from "./commands/request-review";
import { getPublication } from "./get-publication";
import { getReview } from "./get-review";
import { getReviewProof } from "./get-review-proof";
import { noProof } from "./policy-options";
import type { ChangePolicy } from "./review-schema";

const { db } = testDatabase();
const skill = "pdf-tools";
const cases = someCases(10, 5);

/** Finds the skill for its messages, but for those up to this number. */
const finds = (missed = 0) =>
  aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 0);
    return number > missed ? { call: skill } : { text: "No." };
  }).open;

const write = async (context: Context, name: string, description: string) => {
  const { revision } = await getDraft(context, { skill: name });
  await changeDraft(context, {
    skill: name,
    baseRevision: revision,
    changes: [{ op: "write", path: "SKILL.md", text: skillText({ name, description, body: "# PDF\n" }) }],
  });
};

/** A skill with a suite and a changed draft, and a policy that asks for this of proof alone. */
async function aTeam(proof: Partial<NonNullable<ChangePolicy["proof"]>>) {
  const owner = await aContext(db, { name: "Omar" });
  const author = await aColleague(owner, "author", "Ada");
  const reviewer = await aColleague(owner, "reviewer", "Rex");
  const { sibling, agent } = await aSuite(owner, cases);
  await write(author, skill, "Merges PDF files quickly.");
  await changePolicy(owner, { approvals: 0, proof: { ...noProof, ...proof } });
  return { owner, author, reviewer, sibling, agent };
}

async function publish(context: Context, more: object = {}) {
  const { revision, digest } = await getDraft(context, { skill });
  return publishSkill(context, { skill, revision, digest, note: "", ...more });
}

const blockedBy = (rule: string) => ({
  code: "CONFLICT",
  details: { reason: "policy", unmet: [{ rule }] },
});

async function carryOut(context: Context, open: OpenModel): Promise<void> {
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
}

describe("publishing by what suites say", () => {
  const triggers = { recall: 0.5, precision: 0.5 };

  it("is blocked without a run of these bytes, and by one below the floor; allowed by one that passes", async () => {
    const { owner, author, reviewer } = await aTeam({ triggers });
    await tryOut(author, skill, { open: finds(), source: { follows: "version", version: 1 } });
    await expect(publish(reviewer)).rejects.toMatchObject(blockedBy("triggers"));
    await tryOut(author, skill, { open: finds(6) });
    const { rules, met } = await getPublication(owner, { skill });
    expect(met).toBe(false);
    expect(rules.find(({ rule }) => rule === "triggers")).toMatchObject({ met: false, count: "not passed" });
    await expect(publish(reviewer)).rejects.toMatchObject(blockedBy("triggers"));
    await write(author, skill, "Merges PDF files, splits them too.");
    await tryOut(author, skill, { open: finds() });
    expect((await getPublication(owner, { skill })).met).toBe(true);
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("is not made green by running the same bytes again", async () => {
    const { author, reviewer } = await aTeam({ triggers });
    await tryOut(author, skill, { open: finds(9) });
    const { number } = await tryOut(author, skill, { open: finds(9) });
    await tryOut(author, skill, { open: finds(), repeatOf: number });
    const { rules } = await getPublication(reviewer, { skill });
    expect(rules.find(({ rule }) => rule === "triggers")?.met).toBe(false);
    await expect(publish(reviewer)).rejects.toMatchObject(blockedBy("triggers"));
  });

  it("goes past it with a reason, which the version keeps", async () => {
    const { owner } = await aTeam({ triggers });
    await expect(publish(owner)).rejects.toMatchObject(blockedBy("triggers"));
    const { number } = await publish(owner, { bypassReason: "The provider is down." });
    const version = await db.version.findFirstOrThrow({ where: { number, workspaceId: owner.workspace.id } });
    expect(version.approval).toMatchObject({ met: false, bypass: { unmet: ["triggers"] } });
  });

  it("asks for tasks where the policy does", async () => {
    const { reviewer } = await aTeam({ effect: true });
    await expect(publish(reviewer)).rejects.toThrow("no tasks");
  });

  it("is blocked by a neighbour that loses a case, and allowed by a draft that takes none", async () => {
    const { author, reviewer, sibling, agent } = await aTeam({ neighbours: true });
    const greedy = "Edits Word documents, and whatever else is on paper.";
    await write(author, sibling, greedy);
    const { open } = aScriptedModel((query, told) => {
      if (!query.startsWith("Merge")) return { text: "No." };
      return { call: told?.includes("whatever else") && query.endsWith(" 2") ? sibling : skill };
    });
    const publishSibling = async () => {
      const { revision, digest } = await getDraft(reviewer, { skill: sibling });
      return publishSkill(reviewer, { skill: sibling, revision, digest, note: "" });
    };
    await expect(publishSibling()).rejects.toThrow("Not run beside these bytes");
    await startNeighbourRuns(author, { skill: sibling, agent, repeats: 1 }, open);
    await carryOut(author, open);
    await expect(publishSibling()).rejects.toThrow(`${skill} loses “Merge PDF 2” to ${sibling}`);
    await write(author, sibling, "Edits Word documents of all kinds.");
    await startNeighbourRuns(author, { skill: sibling, agent, repeats: 1 }, open);
    await carryOut(author, open);
    expect(await publishSibling()).toMatchObject({ number: 2 });
  });

  it("is asked of a key that publishes and may know no agent, too", async () => {
    const { author, reviewer } = await aTeam({ neighbours: true });
    const { id } = await createKey(reviewer, { name: "CI", scopes: ["publish"] });
    const key = { id, name: "CI", workspaceId: reviewer.workspace.id, scopes: ["publish"] as const };
    const program: Context = { ...reviewer, actor: { ...reviewer.actor, key } };
    await expect(listAgents(program, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await getPublication(program, { skill })).rules.map(({ rule }) => rule)).toContain("neighbours");
    await write(author, skill, "Merges PDF files, splits them too.");
    expect(await publish(program)).toMatchObject({ number: 2 });
  });
});

describe("a policy on proof", () => {
  it("names a model of this workspace, and is kept in the audit", async () => {
    const { owner } = await aTeam({});
    const model = "0190a000-0000-7000-8000-000000000009";
    await expect(changePolicy(owner, { proof: { ...noProof, effect: true, model } })).rejects.toThrow(
      "not connected here",
    );
    const changed = await changePolicy(owner, { proof: { ...noProof, effect: true, maxAgeDays: 14 } });
    expect(changed.proof).toEqual({ ...noProof, effect: true, maxAgeDays: 14 });
    for (const recall of [null, 0, 0.29])
      await expect(
        changePolicy(owner, { proof: { ...noProof, triggers: { recall, precision: 0.9 } } }),
      ).rejects.toThrow("Say from which recall the trigger suite passes, 0.3 at least");
    const entry = await db.audit.findFirstOrThrow({
      where: { workspaceId: owner.workspace.id, action: "policy.changed" },
      orderBy: { id: "desc" },
    });
    expect(entry.detail).toMatchObject({ after: { proof: { maxAgeDays: 14 } } });
  });
});

describe("an approval", () => {
  it("keeps no run that nobody was shown, and refuses one that says something else by now, or that never was", async () => {
    const { author, reviewer } = await aTeam({});
    await tryOut(author, skill, { open: finds() });
    const { number } = await requestReview(author, { skill, title: "Faster words" });
    const { digest } = await getDraft(author, { skill });
    const give = (more: Partial<Parameters<typeof giveVerdict>[1]>) =>
      giveVerdict(reviewer, { number, kind: "approved", digest, note: "", ...more });
    const { shown } = await getReviewProof(reviewer, { number });
    expect(shown).toHaveLength(1);
    const changed = { code: "CONFLICT", details: { reason: "proof-changed" } };
    await expect(give({ seen: shown.map((one) => ({ ...one, number: 9 })) })).rejects.toMatchObject(changed);
    await tryOut(author, skill, { open: finds(9), repeatOf: 1 });
    await tryOut(author, skill, { open: finds(9), repeatOf: 1 });
    await expect(give({ seen: shown })).rejects.toMatchObject(changed);
    await expect(give({ seen: shown })).rejects.toThrow(`What run 1 of ${skill} says has changed`);
    expect((await give({})).verdicts).toMatchObject([{ runs: [] }]);
  });

  it("keeps the runs that were shown with what they said, and so does the version", async () => {
    const { owner, author, reviewer } = await aTeam({});
    await changePolicy(owner, { approvals: 1 });
    await tryOut(author, skill, { open: finds() });
    const { number } = await requestReview(author, { skill, title: "Faster words" });
    const { digest } = await getDraft(author, { skill });
    const { shown: seen } = await getReviewProof(reviewer, { number });
    await giveVerdict(reviewer, { number, kind: "approved", digest, note: "", seen });
    const runs = [
      {
        skill,
        number: 1,
        suite: "trigger",
        model: "Scripted",
        said: "Standard: recall 1.00, precision 1.00",
      },
    ];
    expect((await getReview(author, { number })).verdicts).toMatchObject([{ runs, stale: false }]);
    await tryOut(author, skill, { open: finds(), repeatOf: 1 });
    // What is measured later makes no approval stale, and is not written into it.
    expect((await getReview(author, { number })).verdicts).toMatchObject([{ runs, counts: true }]);
    const entry = await db.audit.findFirstOrThrow({
      where: { workspaceId: owner.workspace.id, action: "review.approved" },
    });
    expect(entry.detail).toMatchObject({ runs: [`${skill}, run 1: Standard: recall 1.00, precision 1.00`] });
    const version = await publish(reviewer);
    const stored = await db.version.findFirstOrThrow({
      where: { workspaceId: owner.workspace.id, number: version.number },
    });
    expect(stored.approval).toMatchObject({ approvals: [{ runs }] });
  });
});

describe("the proof of a review", () => {
  it("pools every run of exactly these bytes, and puts them beside the published version's", async () => {
    const { owner, author } = await aTeam({});
    const version = { follows: "version", version: 1 } as const;
    await tryOut(author, skill, { open: finds(2), source: version });
    await tryOut(author, skill, { open: finds() });
    const { number } = await requestReview(author, { skill, title: "Faster words" });
    await tryOut(author, skill, { open: finds(), repeatOf: 2 });
    const proof = await getReviewProof(owner, { number });
    expect(proof).toMatchObject({
      published: 1,
      neighbours: [],
      own: {
        has: { trigger: true, effect: false },
        counted: { all: 2, deleted: 0, unread: { trigger: 0, effect: 0 } },
        triggers: [
          {
            runs: [3, 2],
            hosts: [
              {
                dialect: "standard",
                word: "judged",
                recall: { count: 10, of: 10 },
                against: { number: 1, version: 1, recall: { count: 8, of: 10 }, lost: [] },
              },
            ],
          },
        ],
      },
    });
    expect(proof.own.triggers[0]?.hosts[0]?.against?.gained).toHaveLength(2);
    await expect(getReviewProof(await aContext(db), { number })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
