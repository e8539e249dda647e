import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { getDraftFile } from "@/lib/library/drafts/get-draft";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { saveTestCase } from "./save-test-case";

allowLocalServers();
const { db } = testDatabase();
const stub = {
  kind: "stub" as const,
  name: "page_owner",
  description: "Pages.",
  result: '{"paged":true}',
  inputSchema: { type: "object", properties: { team: { type: "string" } } },
};

async function aRun() {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const { id: model } = await aModel(context, {
    replies: [
      {
        kind: "answer",
        calls: [
          { name: "activate_skill", input: { name: triage.name } },
          { name: "page_owner", input: { team: "payments" } },
        ],
      },
      { kind: "answer", text: ["Paged."] },
    ],
  });
  const { revision } = await getAgent(context, { agent });
  await editAgent(context, { agent, baseRevision: revision, tools: [stub], model });
  const { id } = await createConversation(context, { agent });
  const { run } = await rehearse(context, id, "Checkout is down");
  return { context, agent, place: { conversation: id, run: run.id } };
}

describe("saveTestCase", () => {
  it("keeps what the agent did, in the form of a rehearsal's expectations", async () => {
    const { context, agent, place } = await aRun();
    const wanted = { ...place, skill: triage.name, expectedOutput: "Somebody is paged." };
    expect(await saveTestCase(context, wanted)).toMatchObject({ paths: ["evals/evals.json"] });
    const { text } = await getDraftFile(context, { skill: triage.name, path: "evals/evals.json" });
    expect(JSON.parse(text ?? "")).toMatchObject({
      evals: [
        {
          prompt: "Checkout is down",
          assertions: [`The skill ${triage.name} is activated.`, "The tool page_owner is called."],
          greenroom: { agent, activations: [triage.name], reads: [], toolsCalled: [{ name: "page_owner" }] },
        },
      ],
    });
    expect((await saveTestCase(context, wanted)).paths).toEqual([]);
  });

  it("finds neither run nor skill of another workspace", async () => {
    const { place } = await aRun();
    const elsewhere = await aContext(db);
    await aStoredSkill(elsewhere, triage);
    await expect(
      saveTestCase(elsewhere, { ...place, skill: triage.name, expectedOutput: "x" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
