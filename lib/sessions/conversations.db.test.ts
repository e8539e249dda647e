import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { encodeCursor } from "@/lib/db/cursor";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { createConversation, deleteConversation, stopRun, updateConversation } from "./commands";
import { followEvents } from "./follow-events";
import {
  getConversation,
  getEvent,
  getStepRequest,
  listConversations,
  listEvents,
  listRuns,
} from "./queries";

const { db } = testDatabase();
const nobody = "00000000-0000-7000-8000-000000000000";

async function aConversation(overrides: { shared?: boolean; title?: string } = {}) {
  const context = await aContext(db);
  const agent = await anAgentWith(context, []);
  const conversation = await createConversation(context, { agent, ...overrides });
  return { context, conversation, agent };
}

/** Every read and write of a conversation, as this person. */
const everything = (context: Context, conversation: string) => [
  () => getConversation(context, conversation),
  () => listRuns(context, conversation),
  () => listEvents(context, { conversation }),
  () => getEvent(context, { conversation, seq: 1 }),
  () => getStepRequest(context, { conversation, seq: 1 }),
  () => stopRun(context, { conversation, run: nobody }),
  () => updateConversation(context, { conversation, title: "Mine" }),
  () => deleteConversation(context, conversation),
  () => followEvents(context, { conversation, after: 0, idleMs: 10 }, new AbortController().signal).next(),
];

describe("a conversation", () => {
  it("is opened with an agent and an overlay that is checked", async () => {
    const { context, agent } = await aConversation();
    await aSkill(context, { name: "triage", versions: 2, labels: { stable: 1 } });
    const conversation = await createConversation(context, {
      agent,
      overlay: [{ skill: "triage", follows: "label", label: "stable" }],
    });
    expect(conversation).toMatchObject({
      title: "New conversation",
      agent: { slug: agent },
      overlay: [{ name: "triage", follows: "label", label: "stable", version: null }],
      lastSeq: 0,
      turns: 0,
      running: null,
      shared: true,
      mayEdit: true,
      createdBy: { name: context.actor.name },
    });
    expect(
      await db.audit.count({ where: { objectId: conversation.id, action: "conversation.created" } }),
    ).toBe(1);
  });

  it("is not opened with what is not there, and says what is missing", async () => {
    const { context, agent } = await aConversation();
    await aSkill(context, { name: "triage", versions: 1 });
    await aSkill(context, { name: "unpublished" });
    await expect(createConversation(context, { agent: "nobody" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const overlay = [
      { skill: "unknown" },
      { skill: "unpublished", follows: "latest" as const },
      { skill: "triage", follows: "version" as const, version: 7 },
    ];
    await expect(createConversation(context, { agent, overlay })).rejects.toMatchObject({
      message:
        "unknown: It is not in this workspace. unpublished: Not published yet: there is no version to follow. triage: There is no version 7.",
      details: { missing: ["unknown", "unpublished", "triage"] },
    });
    await expect(
      createConversation(context, { agent, overlay: [{ skill: "triage", follows: "label", label: "x" }] }),
    ).rejects.toMatchObject({ details: { missing: ["triage"] } });
    for (const wrong of [{ follows: "label" as const }, { follows: "version" as const }])
      await expect(
        createConversation(context, { agent, overlay: [{ skill: "triage", ...wrong }] }),
      ).rejects.toThrow(/Say which/);
  });

  it("is renamed, shared and given another overlay by its creator or an admin alone", async () => {
    const { context, conversation } = await aConversation();
    await aSkill(context, { name: "triage" });
    const changed = await updateConversation(context, {
      conversation: conversation.id,
      title: "EU checkout",
      overlay: [{ skill: "triage" }],
    });
    expect(changed).toMatchObject({ title: "EU checkout", overlay: [{ name: "triage", follows: "draft" }] });
    const viewer = await aColleague(context, "viewer");
    expect(await getConversation(viewer, conversation.id)).toMatchObject({ mayEdit: false });
    await expect(
      updateConversation(viewer, { conversation: conversation.id, title: "x" }),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(deleteConversation(viewer, conversation.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const admin = await aColleague(context, "admin");
    await deleteConversation(admin, conversation.id);
    await expect(getConversation(context, conversation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows an overlay under the skill's present name", async () => {
    const { context, conversation } = await aConversation();
    const skill = await aSkill(context, { name: "old-name" });
    await updateConversation(context, { conversation: conversation.id, overlay: [{ skill: "old-name" }] });
    await db.skill.update({ where: { id: skill.id }, data: { name: "new-name" } });
    expect((await getConversation(context, conversation.id)).overlay).toMatchObject([{ name: "new-name" }]);
  });

  it("of another workspace is not there, for anything", async () => {
    const { conversation } = await aConversation();
    const stranger = await aContext(db);
    for (const attempt of everything(stranger, conversation.id))
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listConversations(stranger, {})).items).toEqual([]);
  });

  it("that is another's private one is not there, for anything, not even for the owner", async () => {
    const { context } = await aConversation();
    const viewer = await aColleague(context, "viewer");
    const agent = await anAgentWith(context, [], "Second");
    const secret = await createConversation(viewer, { agent, shared: false });
    for (const attempt of everything(context, secret.id))
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const titles = await listConversations(context, { agent });
    expect(titles.items).toEqual([]);
    expect(await getConversation(viewer, secret.id)).toMatchObject({ shared: false, mayEdit: true });
  });
});

describe("listConversations", () => {
  it("pages the most recent first, without losing or repeating one", async () => {
    const { context, agent } = await aConversation({ title: "First" });
    for (const title of ["Second", "Third", "Fourth"]) await createConversation(context, { agent, title });
    const first = await listConversations(context, { limit: 3 });
    const second = await listConversations(context, { limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      "Fourth",
      "Third",
      "Second",
      "First",
    ]);
    expect(second.nextCursor).toBeNull();
    for (const cursor of ["nonsense", encodeCursor(["0000-01-01T00:00:00Z", nobody])])
      await expect(listConversations(context, { cursor }), cursor).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  it("finds by words of the title and by agent", async () => {
    const { context, agent } = await aConversation({ title: "EU checkout 502s" });
    await createConversation(context, { agent, title: "Other" });
    expect((await listConversations(context, { query: "CHECKOUT" })).items).toHaveLength(1);
    expect((await listConversations(context, { agent })).items).toHaveLength(2);
    expect((await listConversations(context, { agent: "nobody" })).items).toEqual([]);
  });
});
