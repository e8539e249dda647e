import { describe, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { getMcpState } from "./queries";

const { db } = testDatabase();

describe("what MCP clients find of an agent", () => {
  it("is where they connect, what they are offered, and what no list of theirs names and why", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", publishNote: "First" });
    const typed = "Typed.\nmetadata:\n  version: 1";
    await aStoredSkill(context, { name: "typed", description: typed, body: "Do it.\n" });
    const kept = "Kept.\ndisable-model-invocation: true";
    await aStoredSkill(context, { name: "kept", description: kept, body: "Do it.\n" });
    const models = "For models.\nuser-invocable: false";
    await aStoredSkill(context, { name: "models", description: models, body: "Do it.\n" });
    await anAgentWith(context, ["notes", "typed", "kept", "models"], "Desk");
    const state = await getMcpState(context, { agent: "desk" });
    expect(state).toMatchObject({
      url: `${env().publicUrl}/mcp/desk`,
      dialect: "standard",
      listed: 2,
      prompts: 3,
    });
    expect(state.unlisted.map(({ detail }) => detail)).toEqual([
      "typed is not what the skills extension takes (frontmatter metadata must map strings to strings).",
      expect.stringMatching(/^kept is kept from models by its author/),
    ]);
  });

  it("is for whoever may read agents, here: NOT_FOUND elsewhere, FORBIDDEN to a key to deliver", async () => {
    const context = await aContext(db);
    await anAgentWith(context, [], "Desk");
    expect(await getMcpState(await aColleague(context, "viewer"), { agent: "desk" })).toMatchObject({
      listed: 0,
    });
    await expect(getMcpState(await aContext(db), { agent: "desk" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const machine = await (await aMachine(context, "desk")).asking();
    await expect(getMcpState(machine, { agent: "desk" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
