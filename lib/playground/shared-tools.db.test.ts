import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import type { EditAgent } from "@/lib/agents/schema";
import type { EventOf, EventType, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { listRunEvents } from "@/lib/sessions/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import type { Reply } from "@/lib/testing/servers/model-server";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { replayRun } from "./branch-run";
import { runEnded } from "./running-runs";

allowLocalServers();
const { db } = testDatabase();
const answer: Reply = { kind: "answer", text: ["Done."] };

async function anAgent(changes: Omit<EditAgent, "baseRevision">, replies: readonly Reply[]) {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const model = await aModel(context, { replies });
  const { revision } = await getAgent(context, { agent });
  await editAgent(context, { agent, baseRevision: revision, model: model.id, ...changes });
  return { context, agent, model };
}

const all = <T extends EventType>(events: readonly SessionEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type).map(({ payload }) => payload);

describe("a stub that is called like a general tool of hosts", () => {
  const readFile = {
    kind: "stub",
    name: "read_file",
    description: "Reads the project.",
    result: "of the project",
    inputSchema: { type: "object", properties: { path: { type: "string" } } },
  } as const;
  const reading = (file_path: string) => ({ name: "read_file", input: { file_path } });

  it("is the host's tool to the model where it has one, and answers what lies outside of packages", async () => {
    const calls = [reading("/project/README.md"), reading(`skill://${triage.name}/SKILL.md`)];
    const { context, agent, model } = await anAgent(
      { tools: [readFile], dialect: "gemini-cli", mode: "inline" },
      [{ kind: "answer", calls }, answer],
    );
    const conversation = await createConversation(context, { agent });
    const { run, events } = await rehearse(context, conversation.id, "Read it");
    const body = JSON.stringify(model.server.requests.at(-1)?.body);
    expect(body).toContain("file_path");
    expect(body).not.toContain("Reads the project.");
    expect(all(events, "run-started")[0]).toMatchObject({ sharedTools: ["read_file"] });
    expect(all(events, "run-started")[0]).not.toHaveProperty("otherTools");
    expect(all(events, "tool-called")).toMatchObject([{ answeredBy: "stub", result: "of the project" }]);
    expect(all(events, "request-refused")).toMatchObject([{ rule: "not-active" }]);
    const replay = await replayRun(context, { conversation: conversation.id, run: run.id, fast: true });
    await runEnded(replay.run.id);
    const played = await listRunEvents(context, { conversation: conversation.id, run: replay.run.id });
    expect(all(played, "tool-called")).toEqual(all(events, "tool-called"));
  });

  it("answers in SISU what is no skill's, whether a skill is active or not", async () => {
    const read = (path: string) => ({ name: "read_file", input: { path } });
    const use = { name: "use_skill", input: { skill_name: triage.name } };
    const calls = [read("~/README.md"), use, read("/project/README.md"), read("./SKILL.md")];
    const { context, agent } = await anAgent(
      { tools: [readFile], dialect: "sisu", mode: "inline" },
      calls.map((call): Reply => ({ kind: "answer", calls: [call] })).concat(answer),
    );
    const conversation = await createConversation(context, { agent });
    const { events } = await rehearse(context, conversation.id, "Read it");
    expect(all(events, "tool-called")).toMatchObject([
      { answeredBy: "stub", result: "of the project" },
      { answeredBy: "stub", result: "of the project" },
    ]);
    expect(all(events, "skill-activated")).toHaveLength(1);
  });

  it("is offered as it is where the host has none of that name", async () => {
    const call: Reply = { kind: "answer", calls: [{ name: "read_file", input: { path: "a" } }] };
    const { context, agent, model } = await anAgent({ tools: [readFile] }, [call, answer]);
    const conversation = await createConversation(context, { agent });
    const { events } = await rehearse(context, conversation.id, "Read it");
    expect(JSON.stringify(model.server.requests.at(-1)?.body)).toContain("Reads the project.");
    expect(all(events, "tool-called")).toMatchObject([{ answeredBy: "stub" }]);
  });
});
