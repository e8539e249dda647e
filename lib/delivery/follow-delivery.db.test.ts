import { describe, expect, it } from "vitest";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { followDelivery } from "./follow-delivery";

const { db } = testDatabase();
const notes = { name: "notes", description: "Writes notes.", body: "# Notes\n" };

async function aFollower(idleMs = 60_000) {
  const context = await aContext(db);
  await aStoredSkill(context, notes);
  const agent = await anAgentWith(context, [notes.name], "Desk");
  const machine = await aMachine(context, agent);
  const leave = new AbortController();
  const following = followDelivery(await machine.asking(), { agent, idleMs }, leave.signal);
  const numberOf = async () => {
    const { value } = await following.next();
    return value
      ? { number: value.opened.delivery.skills[0]?.version.number, hasMoved: value.hasMoved }
      : null;
  };
  return { context, agent, leave, numberOf };
}

describe("who follows a delivery", () => {
  it("is given it as it is, and again once it is another", async () => {
    const { context, leave, numberOf } = await aFollower();
    expect(await numberOf()).toEqual({ number: 1, hasMoved: true });
    await publishNext(context, notes.name, "# Newer\n");
    let found = await numberOf();
    while (found?.number === 1) found = await numberOf();
    expect(found).toEqual({ number: 2, hasMoved: true });
    leave.abort();
    expect(await numberOf()).toBeNull();
  });

  it("hears that it is still there while nothing moves", async () => {
    const { numberOf, leave } = await aFollower(1);
    expect(await numberOf()).toEqual({ number: 1, hasMoved: true });
    let found = await numberOf();
    while (found?.hasMoved) found = await numberOf();
    expect(found).toEqual({ number: 1, hasMoved: false });
    leave.abort();
  });

  it("follows no longer once the agent is gone, and not at all where it left before", async () => {
    const { context, agent, numberOf } = await aFollower();
    await numberOf();
    await deleteAgent(context, { agent, confirmName: "Desk" });
    let found = await numberOf();
    while (found !== null) found = await numberOf();
    const gone = await aFollower();
    gone.leave.abort();
    expect(await gone.numberOf()).toBeNull();
  });
});
