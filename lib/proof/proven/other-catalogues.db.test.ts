import { expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { judgeProof } from "@/lib/reviews/judge-proof";
import { noProof } from "@/lib/reviews/policy-options";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { facts } from "@/lib/testing/proof/proof-facts";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { readOwnProof } from "./read-own-proof";

const { db } = testDatabase();
const finds = (most: number) =>
  aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 99);
    return number <= most ? { call: "pdf-tools" } : { text: "No." };
  }).open;

async function aProof() {
  const context = await aContext(db);
  const { skill, skillId, agent } = await aSuite(context, someCases(10, 2));
  const { digest } = await tryOut(context, skill, { open: finds(2) });
  const read = async () => {
    const paths = ["evals/trigger-eval.json"];
    const own = await readOwnProof(context, { skillId, digest, publishedDigest: null, paths });
    const policy = { ...noProof, triggers: { recall: 0.5, precision: null } };
    const [rule] = judgeProof(policy, { ...facts(own), now: new Date() });
    return { triggers: own.triggers, rule };
  };
  const before = await getAgent(context, { agent });
  const instruct = async (instructions = before.instructions) => {
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, instructions });
  };
  return { context, skill, read, instruct };
}

it("pools runs of one catalogue alone: what came out with another one is shown apart, and counts no more", async () => {
  const { context, skill, read, instruct } = await aProof();
  await instruct("Always look for a skill first.");
  await tryOut(context, skill, { open: finds(10) });
  const { triggers, rule } = await read();
  expect(triggers).toMatchObject([
    { runs: [2], hosts: [{ laterCatalogue: [], recall: { count: 10, of: 10 } }] },
    { runs: [1], hosts: [{ laterCatalogue: ["the agent"], recall: { count: 2, of: 10 } }] },
  ]);
  expect(rule).toMatchObject({ met: true, message: "Run 1 is not counted: the agent changed since." });
});

it("pools what was asked with the same catalogue again, whatever came between", async () => {
  const { context, skill, read, instruct } = await aProof();
  await instruct("Always look for a skill first.");
  await tryOut(context, skill, { open: finds(10) });
  await instruct();
  await tryOut(context, skill, { open: finds(10), anew: true });
  const { triggers, rule } = await read();
  expect(triggers.map(({ runs }) => runs)).toEqual([[3, 1], [2]]);
  expect(triggers[0]?.hosts[0]).toMatchObject({ laterCatalogue: [], recall: { count: 2, of: 10 } });
  expect(rule).toMatchObject({ met: false, count: "not passed" });
});

it("counts an earlier catalogue where nothing newer was measured in that host", async () => {
  const { context, skill, read, instruct } = await aProof();
  await instruct("Always look for a skill first.");
  await tryOut(context, skill, { open: finds(10), dialects: ["codex"] });
  const { triggers, rule } = await read();
  expect(triggers.map(({ hosts }) => hosts.map((host) => [host.dialect, host.laterCatalogue]))).toEqual([
    [
      ["codex", []],
      ["standard", []],
    ],
  ]);
  expect(rule).toMatchObject({ met: false, count: "not passed" });
});
