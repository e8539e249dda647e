import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { judgeProof } from "@/lib/reviews/judge-proof";
import { noProof } from "@/lib/reviews/policy-options";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aNeighbourhood, bytesOf, carryOutNeighbours, choosesGreedy } from "@/lib/testing/proof/neighbours";
import { facts } from "@/lib/testing/proof/proof-facts";
import { aScriptedModel } from "@/lib/testing/proof/suite-runs";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import type { OpenModel } from "../models/open-model";
import { readNeighbourProof } from "./read-neighbour-proof";

const { db } = testDatabase();

async function neighbourhood() {
  const context = await aContext(db);
  return { context, ...(await aNeighbourhood(context)) };
}
/** The neighbours of the draft, and what the policy says of them. */
async function readProof(context: Context, skill: string) {
  const neighbours = await readNeighbourProof(context, await bytesOf(skill, context));
  const [rule] = judgeProof({ ...noProof, neighbours: true }, { ...facts({ neighbours }), now: new Date() });
  return { neighbour: neighbours[0], rule };
}
async function tryAll(context: Context, asked: { skill: string; agent: string }, open: OpenModel) {
  const answer = await startNeighbourRuns(context, { ...asked, repeats: 1 }, open);
  await carryOutNeighbours(context, open);
  return answer;
}

/** With another file in the place of the neighbour's, published. */
async function change(context: Context, skill: string, path: string, text: string) {
  await changePolicy(context, { approvals: 0 });
  const { revision: baseRevision } = await draftOf(context, skill);
  await changeDraft(context, { skill, baseRevision, changes: [{ op: "write", path, text }] });
  const { revision, digest } = await draftOf(context, skill);
  await publishSkill(context, { skill, revision, digest, note: "" });
}
const draftOf = (context: Context, name: string) =>
  db.draft.findFirstOrThrow({ where: { skill: { name, workspaceId: context.workspace.id } } });

describe("a neighbour that nothing can be taken from", () => {
  it("is shown with its reason and asked for nothing where every text is in the prompt from the start", async () => {
    const { context, skill, neighbour, agent } = await neighbourhood();
    expect((await readProof(context, skill)).rule).toMatchObject({ met: false, count: "1 not run" });
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, mode: "eager" });
    const proof = await readProof(context, skill);
    const why = expect.stringContaining("mode “eager”");
    expect(proof.neighbour).toMatchObject({
      skill: neighbour,
      unmeasurable: [{ agent: { slug: agent }, why }],
    });
    expect(proof.rule).toMatchObject({ met: true, count: "0 of 1", message: why });
    const { open } = choosesGreedy();
    expect(await startNeighbourRuns(context, { skill, agent }, open)).toEqual({
      started: [],
      refused: [{ skill: neighbour, reason: why }],
    });
  });

  it("is one that is for people alone", async () => {
    const { context, skill, neighbour, agent } = await neighbourhood();
    const text =
      "---\nname: pdf-tools\ndescription: Merges and splits PDF files.\ndisable-model-invocation: true\n---\n# PDF\n";
    await change(context, neighbour, "SKILL.md", text);
    const proof = await readProof(context, skill);
    const why = expect.stringContaining("for people alone");
    expect(proof.neighbour?.unmeasurable).toEqual([{ agent: expect.objectContaining({ slug: agent }), why }]);
    expect(proof.rule).toMatchObject({ met: true, message: why });
  });

  it("is one that no model activates, with what is published neither; and none that only these bytes silence", async () => {
    const { context, skill, agent } = await neighbourhood();
    const silent = aScriptedModel(() => ({ text: "No." }));
    await tryAll(context, { skill, agent }, silent.open);
    const { neighbour, rule } = await readProof(context, skill);
    expect(neighbour?.pairs).toMatchObject([{ hosts: [{ neverFires: true, word: "invalid" }], lost: [] }]);
    expect(rule).toMatchObject({ met: true, count: "0 of 1" });
    const other = await neighbourhood();
    const silenced = aScriptedModel((query, told = "") =>
      query.startsWith("Merge") && !told.includes("whatever else is on paper")
        ? { call: "pdf-tools" }
        : { text: "No." },
    );
    await tryAll(other.context, { skill: other.skill, agent: other.agent }, silenced.open);
    expect((await readProof(other.context, other.skill)).rule).toMatchObject({ met: false });
  });

  it("is none of which nobody knows, as its provider was down", async () => {
    const { context, skill, agent } = await neighbourhood();
    const down = aScriptedModel(() => ({ fail: new Error("The provider is down.") }));
    await tryAll(context, { skill, agent }, down.open);
    expect((await readProof(context, skill)).rule).toMatchObject({ met: false, count: "1 not run" });
  });
});

it("is measured although its own self-check finds faults: they are in both, and what is lost is lost", async () => {
  const { context, skill, neighbour, agent } = await neighbourhood();
  const cases = [
    ...Array.from({ length: 3 }, (_, at) => ({ query: `Merge PDF ${at + 1}`, should_trigger: true })),
    { query: "Call the skill that nobody has", should_trigger: false, expected_skill: "nowhere" },
  ];
  await change(context, neighbour, "evals/trigger-eval.json", JSON.stringify(cases));
  const { open } = choosesGreedy();
  expect((await tryAll(context, { skill, agent }, open)).refused).toEqual([]);
  const { neighbour: proof, rule } = await readProof(context, skill);
  expect(proof?.pairs).toMatchObject([
    { hosts: [{ isFaulty: true, word: "too-few" }], lost: [{ query: "Merge PDF 2" }] },
  ]);
  expect(rule).toMatchObject({ met: false, count: "1 of 1 lost" });
});
