import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { listNotifications } from "@/lib/notifications/queries";
import { startNeighbourRuns } from "@/lib/proof/commands/start-neighbour-runs";
import { getTrial, listRunCases } from "@/lib/proof/trials/trial-queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aWorker, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { anAgentWith, aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { changePolicy } from "./commands/change-policy";
import { giveVerdict } from "./commands/give-verdict";
import { publishSkill } from "./commands/publish-skill";
import { requestReview } from "./commands/request-review";
import { getReview } from "./get-review";
import { getReviewProof } from "./get-review-proof";
import { noProof } from "./policy-options";

const { db } = testDatabase();
const [skill, neighbour] = ["pdf-tools", "scan-tools"];
const suite = (cases: unknown) => ({ "evals/trigger-eval.json": JSON.stringify(cases, null, 2) });
const scans = Array.from({ length: 10 }, (_, at) => ({ query: `Scan page ${at + 1}`, should_trigger: true }));

/** Finds merging where the description says it, and takes scans for whoever says "all paper". */
const model = aScriptedModel((query, told = "") => {
  if (query.startsWith("Scan"))
    return { call: told.includes("all paper") && query.endsWith(" 2") ? skill : neighbour };
  return query.startsWith("Merge") && told.includes("Merges") ? { call: skill } : { text: "No." };
});
const { open } = model;

async function write(context: Context, description: string, body = "# PDF\n"): Promise<void> {
  const { revision } = await getDraft(context, { skill });
  const text = skillText({ name: skill, description, body });
  await changeDraft(context, {
    skill,
    baseRevision: revision,
    changes: [{ op: "write", path: "SKILL.md", text }],
  });
}

async function tryNeighbours(context: Context, agent: string): Promise<void> {
  await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
}

it("leads from a missed case over a stolen one to a version that the policy allows", async () => {
  const owner = await aContext(db, { name: "Omar" });
  const [author, reviewer, keeper] = [
    await aColleague(owner, "author", "Ada"),
    await aColleague(owner, "reviewer", "Rex"),
    await aColleague(owner, "author", "Sana"),
  ];
  await aStoredSkill(owner, {
    name: skill,
    description: "Joins PDF.",
    body: "# PDF\n",
    files: suite(someCases(10, 5)),
  });
  const skillId = await aStoredSkill(owner, {
    name: neighbour,
    description: "Scans pages.",
    body: "# Scan\n",
    files: suite(scans),
  });
  await db.skillMaintainer.create({
    data: {
      skillId,
      workspaceId: owner.workspace.id,
      userId: keeper.actor.userId,
      addedById: owner.actor.userId,
    },
  });
  const agent = await anAgentWith(owner, [skill, neighbour]);
  const proof = { ...noProof, triggers: { recall: 0.5, precision: null }, neighbours: true };
  await changePolicy(owner, { approvals: 1, proof });

  // Every message is missed, and its session says what the model was told.
  const first = await tryOut(author, skill, { open });
  expect(first.figures[0]?.outcomes).toMatchObject({ right: 5, missed: 10 });
  const { items } = await listRunCases(author, { skill, number: first.number });
  const trial = items.find(({ query }) => query === "Merge PDF 1")?.hosts[0]?.trials[0]?.id ?? "";
  const { events } = await getTrial(author, { skill, number: first.number, trial });
  expect(JSON.stringify(events)).toContain("Joins PDF.");

  // Another description is asked for anew; another body is not.
  await write(author, "Merges PDF and all paper.");
  const second = await tryOut(author, skill, { open });
  expect(second.figures[0]?.recall).toMatchObject({ count: 10, of: 10 });
  expect(second.calls.asked).toBeGreaterThan(0);
  await write(author, "Merges PDF and all paper.", "# PDF\n\nRead first.\n");
  const third = await tryOut(author, skill, { open });
  expect(third.calls.asked).toBe(0);

  // The reviewer sees the figures and the case that the neighbour lost, and so does whoever maintains it.
  const { number } = await requestReview(author, { skill, title: "Merge, not join" });
  await tryNeighbours(author, agent);
  const seen = await getReviewProof(reviewer, { number });
  expect(seen.own.triggers).toMatchObject([{ runs: [third.number], hosts: [{ recall: { count: 10 } }] }]);
  expect(seen.neighbours).toMatchObject([
    {
      skill: neighbour,
      pairs: [{ lost: [{ query: "Scan page 2", before: "right", now: "stolen", by: skill }] }],
    },
  ]);
  const inbox = await listNotifications(keeper, {});
  expect(inbox.items).toMatchObject([
    { notice: { kind: "neighbour-lost", data: { skill: { name: neighbour }, review: { number }, lost: 1 } } },
  ]);
  const approveAndPublish = async () => {
    const { revision, digest } = await getDraft(reviewer, { skill });
    const { shown } = await getReviewProof(reviewer, { number });
    await giveVerdict(reviewer, { number, kind: "approved", digest, note: "", seen: shown });
    return publishSkill(reviewer, { skill, revision, digest, note: "" });
  };
  await expect(approveAndPublish()).rejects.toMatchObject({
    code: "CONFLICT",
    details: { reason: "policy", unmet: [{ rule: "neighbours" }] },
  });

  // What takes nothing from anybody, and is found, may go out; each approval keeps what it had before it.
  await write(author, "Merges PDF.");
  await tryOut(author, skill, { open });
  await tryNeighbours(author, agent);
  expect(await approveAndPublish()).toMatchObject({ number: 2 });
  const { verdicts } = await getReview(author, { number });
  expect(verdicts.map(({ runs }) => runs.map(({ suite: of, said }) => [of, said]))).toEqual([
    [
      ["trigger", "Standard: recall 1.00, precision 1.00"],
      ["neighbour", "no case lost"],
    ],
    [
      ["trigger", "Standard: recall 1.00, precision 1.00"],
      ["neighbour", "1 case lost"],
    ],
  ]);
});
