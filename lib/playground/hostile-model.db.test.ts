import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import type { Reply } from "@/lib/testing/servers/model-server";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

allowLocalServers();
const { db } = testDatabase();
const answer: Reply = { kind: "answer", text: ["Done."] };
const deep = 20_000;

describe("a model that calls a tool with", () => {
  it.each<[string, string, unknown]>([
    ["NUL among an activation's arguments", "activate_skill", { name: triage.name, arguments: "a\u0000b" }],
    ["half a character there", "activate_skill", { name: triage.name, arguments: "a\ud800b" }],
    ["NUL in a skill's name", "activate_skill", { name: "a\u0000b" }],
    ["NUL in a path", "read_skill_resource", { name: triage.name, path: "a\u0000b" }],
    ["NUL in a search", "search_skills", { query: "a\u0000b" }],
    ["an input of many levels", "activate_skill", `${'{"name":'.repeat(deep)}1${"}".repeat(deep)}`],
    ["names of prototypes", "activate_skill", '{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}'],
  ])("%s gets an answer, and its run goes on to its end", async (_, name, input) => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const replies: Reply[] = [{ kind: "answer", calls: [{ name, input }] }, answer];
    const model = await aModel(context, { replies });
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, model: model.id });
    const { id } = await createConversation(context, { agent });
    const { events } = await rehearse(context, id, "Help");
    expect(events.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "done", error: null } });
    expect(events.map(({ type }) => type)).toContain("model-step");
  });
});
