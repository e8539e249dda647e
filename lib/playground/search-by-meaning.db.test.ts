import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { embedDueSkills } from "@/lib/library/commands/embed-skills";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { anEmbeddingEndpoint } from "@/lib/testing/servers/embedding-server";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

allowLocalServers();
const { db } = testDatabase();
const dunning = {
  name: "dunning",
  description: "Reminds a customer of an invoice.",
  body: "Write a letter.\n",
};
const kites = { name: "kites", description: "Folds kites.", body: "Fold it.\n" };
let context: Context;
let agent: string;
beforeAll(async () => {
  context = await aContext(db);
  for (const skill of [triage, dunning, kites]) await aStoredSkill(context, skill);
  agent = await anAgentWith(context, [triage.name, dunning.name, kites.name]);
});

async function run(message: string, mode: "search" | "router") {
  const { id } = await createConversation(context, { agent });
  return (await rehearse(context, id, { message, mode })).events;
}

describe("an agent's search and its router", () => {
  const message = "Somebody still has not sent us the money owed";

  it("go by words without an endpoint", async () => {
    const searched = (await run(message, "search")).find(({ type }) => type === "skills-searched");
    expect(searched).toMatchObject({ payload: { chosen: expect.not.arrayContaining(["dunning"]) } });
  });

  it("find by meaning what shares no word with the message, and the log says how alike it is", async () => {
    const server = await anEmbeddingEndpoint(context);
    await embedDueSkills({ db }, context.now);
    const searched = (await run(message, "search")).find(({ type }) => type === "skills-searched");
    expect(searched).toMatchObject({
      payload: {
        chosen: expect.arrayContaining(["dunning"]),
        candidates: expect.arrayContaining([
          expect.objectContaining({ name: "dunning", likeness: expect.any(Number) }),
        ]),
      },
    });
    expect(server.texts().some((text) => text.includes("money owed"))).toBe(true);
    const routed = (await run(message, "router")).find(({ type }) => type === "skills-routed");
    expect(routed).toMatchObject({
      payload: { candidates: expect.arrayContaining([expect.objectContaining({ name: "dunning" })]) },
    });
    server.behave(() => ({ kind: "refuse", status: 503 }));
    const without = (await run(`${message}, again`, "search")).find(({ type }) => type === "skills-searched");
    expect(without).toMatchObject({ payload: { chosen: expect.not.arrayContaining(["dunning"]) } });
  });
});
