import { describe, expect, it } from "vitest";
import { interruptExpiredRuns } from "@/lib/sessions/commands/interrupt-expired-runs";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createAgent } from "./commands/create-agent";
import { deleteAgent } from "./commands/delete-agent";
import { editAgent } from "./commands/edit-agent";
import { getAgent, listAgentRevisions, listAgents } from "./queries";

const { db } = testDatabase();

describe("createAgent", () => {
  it("makes an address from the name, a first revision and an audit row", async () => {
    const context = await aContext(db, { name: "Ines" });
    const agent = await createAgent(context, { name: "Release desk", instructions: "Be brief." });
    expect(agent).toMatchObject({ slug: "release-desk", revision: 1, model: "rehearsal", assignments: [] });
    const revisions = await listAgentRevisions(context, { agent: "release-desk" });
    expect(revisions).toMatchObject([{ number: 1, summary: "Created", author: { name: "Ines" } }]);
    const audit = await db.audit.findMany({ where: { objectId: agent.id } });
    expect(audit).toMatchObject([{ action: "agent.created", objectName: "Release desk" }]);
  });

  it("lets one of two win when both take the same name", async () => {
    const context = await aContext(db);
    const results = await Promise.allSettled([
      createAgent(context, { name: "Twin" }),
      createAgent(context, { name: "twin" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "CONFLICT" });
  });

  it("lets two workspaces use one name, and neither sees the other's", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    await createAgent(here, { name: "Support" });
    await expect(getAgent(there, { agent: "support" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await createAgent(there, { name: "Support" });
    expect(await listAgents(there)).toMatchObject({ total: 1, items: [{ slug: "support" }] });
  });

  it("takes the dialect's own mode unless one is given, and none that the dialect has not", async () => {
    const context = await aContext(db);
    expect(await createAgent(context, { name: "Shown as Orion", dialect: "orion" })).toMatchObject({
      dialect: "orion",
      mode: "eager",
    });
    await expect(
      createAgent(context, { name: "Not so", dialect: "orion", mode: "inline" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "The orion dialect has no inline mode; it has eager.",
    });
  });

  it("needs an admin", async () => {
    const reviewer = await aContext(db, { role: "reviewer" });
    await expect(createAgent(reviewer, { name: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("listAgents", () => {
  it("pages by name without losing or repeating one", async () => {
    const context = await aContext(db);
    for (const name of ["Delta", "Alpha", "Charlie", "Bravo"]) await createAgent(context, { name });
    const first = await listAgents(context, { limit: 3 });
    const second = await listAgents(context, { limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      "Alpha",
      "Bravo",
      "Charlie",
      "Delta",
    ]);
    expect(second.nextCursor).toBeUndefined();
    await expect(listAgents(context, { cursor: "nonsense" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("editAgent", () => {
  it("changes what is given, moves the address with the name and says in words what changed", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "First", instructions: "Old." });
    const edited = await editAgent(context, {
      agent: "first",
      baseRevision: 1,
      name: "Second",
      instructions: "New.",
    });
    expect(edited).toMatchObject({ slug: "second", instructions: "New.", revision: 2 });
    const [newest] = await listAgentRevisions(context, { agent: "second" });
    expect(newest?.summary).toBe("Renamed from First to Second; changed the instructions");
  });

  it("makes no revision when everything stays the same", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Same" });
    const same = await editAgent(context, { agent: "same", baseRevision: 1, name: "Same" });
    expect(same.revision).toBe(1);
  });

  it("answers NOT_FOUND for another workspace's agent", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    await createAgent(here, { name: "Mine" });
    const edit = editAgent(there, { agent: "mine", baseRevision: 1, description: "Theirs" });
    await expect(edit).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("keeps the first of two changes of one revision and shows the second what is there now", async () => {
    const ines = await aContext(db, { name: "Ines" });
    const omar = await aColleague(ines, "admin", "Omar");
    await createAgent(ines, { name: "Shared" });
    await editAgent(omar, { agent: "shared", baseRevision: 1, instructions: "Omar was here." });
    const late = editAgent(ines, { agent: "shared", baseRevision: 1, instructions: "Ines was here." });
    await expect(late).rejects.toMatchObject({
      code: "CONFLICT",
      details: { revision: 2, updatedBy: { name: "Omar" }, agent: { instructions: "Omar was here." } },
    });
  });

  it("lets exactly one of two simultaneous changes through", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Raced" });
    const results = await Promise.allSettled(
      ["One.", "Two."].map((instructions) =>
        editAgent(context, { agent: "raced", baseRevision: 1, instructions }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await getAgent(context, { agent: "raced" })).revision).toBe(2);
  });

  it("refuses a name whose address is taken", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Taken" });
    await createAgent(context, { name: "Other" });
    const rename = editAgent(context, { agent: "other", baseRevision: 1, name: "Taken!" });
    await expect(rename).rejects.toMatchObject({ code: "CONFLICT", details: { slug: "taken" } });
  });
});

describe("deleteAgent", () => {
  it("takes its conversations with it and says how many", async () => {
    const context = await aContext(db);
    const agent = await createAgent(context, { name: "Old desk" });
    await aConversation(context, agent.id);
    await aConversation(context, agent.id);
    const deleted = await deleteAgent(context, { agent: "old-desk", confirmName: "Old desk" });
    expect(deleted).toEqual({ conversationsDeleted: 2 });
    expect(await db.conversation.count({ where: { agentId: agent.id } })).toBe(0);
    await expect(getAgent(context, { agent: "old-desk" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("wants the name typed", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Careful" });
    const typo = deleteAgent(context, { agent: "careful", confirmName: "Carefull" });
    await expect(typo).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });

  it("waits for a run that is going on, not for one whose server has died", async () => {
    const context = await aContext(db);
    const agent = await createAgent(context, { name: "Busy" });
    const conversation = await aConversation(context, agent.id);
    const run = await db.run.create({
      data: {
        workspaceId: context.workspace.id,
        conversationId: conversation.id,
        branchId: conversation.branches[0]?.id ?? "",
        turn: 1,
        message: "Hello",
        leaseOwner: "a server",
        leaseUntil: new Date(Date.now() + 60_000),
        startedById: context.actor.userId,
      },
    });
    const confirm = { agent: "busy", confirmName: "Busy" };
    // A server's own clock has no say: it may be an hour ahead of the one that the leases are written by.
    const ahead = { ...context, now: () => new Date(Date.now() + 3_600_000) };
    for (const asker of [context, ahead]) {
      await expect(deleteAgent(asker, confirm)).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await interruptExpiredRuns(asker, { conversationId: conversation.id })).toBe(0);
    }
    await db.run.update({ where: { id: run.id }, data: { leaseUntil: new Date(Date.now() - 60_000) } });
    expect(await deleteAgent(context, confirm)).toEqual({ conversationsDeleted: 1 });
  });

  it("answers NOT_FOUND for another workspace's agent, and to the second of two who delete it", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    await createAgent(here, { name: "Gone" });
    const confirm = { agent: "gone", confirmName: "Gone" };
    await expect(deleteAgent(there, confirm)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const results = await Promise.allSettled([deleteAgent(here, confirm), deleteAgent(here, confirm)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "NOT_FOUND" });
  });
});

async function aConversation(context: Awaited<ReturnType<typeof aContext>>, agentId: string) {
  const workspaceId = context.workspace.id;
  return db.conversation.create({
    data: {
      workspaceId,
      agentId,
      title: "A talk",
      overlay: [],
      createdById: context.actor.userId,
      branches: { create: { workspaceId } },
    },
    include: { branches: true },
  });
}

describe("an agent's dialect and mode", () => {
  it("change together, and are refused when they do not go together", async () => {
    const context = await aContext(db);
    await createAgent(context, { name: "Desk" });
    await expect(
      editAgent(context, { agent: "desk", baseRevision: 1, dialect: "orion" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    const edited = await editAgent(context, {
      agent: "desk",
      baseRevision: 1,
      dialect: "orion",
      mode: "eager",
    });
    expect(edited).toMatchObject({ dialect: "orion", mode: "eager", revision: 2 });
    await expect(
      editAgent(context, { agent: "desk", baseRevision: 2, mode: "search" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
  });
});
