import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { isEndedConnection } from "../is-ended-connection";
import { noteEndedConnection } from "../writes/note-ended-connection";
import { endConnection } from "./end-connection";
import { openServedSession } from "./open-served-session";

const { db } = testDatabase();
const reference = "mcp 0190a000-0000-7000-8000-000000000001";

async function aDesk() {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const slug = await anAgentWith(context, [triage.name], "Desk");
  const machine = await aMachine(context, slug);
  const { id: agent } = await db.agent.findFirstOrThrow({
    where: { slug, workspaceId: context.workspace.id },
  });
  return { context, agent, machine, asking: await machine.asking() };
}

describe("ending a connection", () => {
  it("is for this key and this name alone, and keeps no name", async () => {
    const { context, agent, asking } = await aDesk();
    await endConnection(asking, { agent, reference });
    expect(await isEndedConnection(asking, { agent, reference })).toBe(true);
    expect(await isEndedConnection(asking, { agent, reference: `${reference}2` })).toBe(false);
    const other = await (await aMachine(context, "desk")).asking();
    expect(await isEndedConnection(other, { agent, reference })).toBe(false);
    expect(JSON.stringify(await db.endedConnection.findMany())).not.toContain("0190a000-0000-7000-8000");
  });

  it("lets nothing be opened in it, and says nothing of a conversation that only has its name", async () => {
    const { agent, asking } = await aDesk();
    await endConnection(asking, { agent, reference });
    const open = (isConnection: boolean) =>
      openServedSession(asking, { agent, via: "mcp", reference, isConnection });
    await expect(open(true)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await db.servedSession.count({ where: { agentId: agent } })).toBe(0);
    expect((await open(false)).resumed).toBe(false);
  });

  it("is refused for an agent of another workspace", async () => {
    const [one, other] = [await aDesk(), await aDesk()];
    const ended = endConnection(one.asking, { agent: other.agent, reference });
    await expect(ended).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is done once by all who do it at this moment", async () => {
    const { agent, asking, machine } = await aDesk();
    await Promise.all([1, 2, 3, 4].map(() => endConnection(asking, { agent, reference })));
    expect(await db.endedConnection.count({ where: { keyId: machine.id } })).toBe(1);
  });

  it("is remembered of the newest thousand of a key", async () => {
    const { context, agent, asking, machine } = await aDesk();
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000);
    await db.endedConnection.createMany({
      data: Array.from({ length: 1_000 }, (_, each) => ({
        keyId: machine.id,
        agentId: agent,
        workspaceId: context.workspace.id,
        endedAt: at(each + 1),
        reference: each.toString(16).padStart(64, "0"),
      })),
    });
    await noteEndedConnection(
      { ...context, now: () => at(5_000) },
      { keyId: machine.id, agentId: agent, reference },
    );
    expect(await db.endedConnection.count({ where: { keyId: machine.id } })).toBe(1_000);
    expect(await isEndedConnection(asking, { agent, reference })).toBe(true);
  });
});
