import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { type DialectId, isDialectId } from "@/lib/dialects/dialect-heads";
import type { SessionEvent } from "@/lib/runtime/events";
import { listServedEvents, listServedSessions } from "@/lib/served/queries";
import { toAnswer } from "@/lib/served/to-answer";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient } from "@/lib/testing/delivery/mcp";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

allowLocalServers();
const { db } = testDatabase();

const notes = {
  name: "release-notes",
  description: "Writes notes for customers about merged changes.",
  body: "# Release notes\n\nGroup the changes, as $ARGUMENTS says.\n",
  files: { "references/style.md": "# Style\r\n\r\nShort sentences.\r\n" },
};
const names = [triage.name, notes.name, triage.name, notes.name, "no-such-skill"];
const paths = ["references/severity.md", "references/severity.md", ".env", "absent.md", "../../etc/passwd"];

type Call = { name: string; input: Record<string, unknown> };
const calls = (
  load: (name: string) => Call,
  read: (path: string) => Call,
  more: readonly Call[] = [],
): Call[] => [...names.map(load), ...paths.map(read), ...more, { name: "no_such_tool", input: { a: 1 } }];

/** Of each dialect: skills, again, one that is not there, and files: there, again, secret, absent, outside. */
const scripts: Partial<Record<DialectId, Call[]>> = {
  standard: calls(
    (name) => ({ name: "activate_skill", input: { name } }),
    (path) => ({ name: "read_skill_resource", input: { name: triage.name, path } }),
    [
      { name: "list_skills", input: {} },
      { name: "activate_skill", input: { nonsense: true } },
    ],
  ),
  "lightspeed-design": calls(
    (name) => ({ name: "activate_skill", input: { name } }),
    (path) => ({ name: "read_skill_resource", input: { name: triage.name, path } }),
  ),
  // Its host ends a run at the second error of a tool, which over MCP is the client's to do.
  lightspeed: calls(
    (skill_name) => ({ name: "load_skill", input: { skill_name } }),
    (resource_name) => ({ name: "read_skill_resource", input: { skill_name: triage.name, resource_name } }),
  ).slice(0, 8),
  "adk-2": calls(
    (skill_name) => ({ name: "load_skill", input: { skill_name } }),
    (file_path) => ({ name: "load_skill_resource", input: { skill_name: triage.name, file_path } }),
  ),
  "claude-code": calls(
    (skill) => ({ name: "Skill", input: { skill } }),
    (path) => ({ name: "Read", input: { file_path: `skill://${triage.name}/${path}` } }),
  ),
  sisu: calls(
    (skill_name) => ({ name: "use_skill", input: { skill_name } }),
    (path) => ({ name: "read_file", input: { path: `skill://${triage.name}/${path}` } }),
  ),
};

const skillTypes = new Set([
  "catalogue-injected",
  "skill-activated",
  "skill-reactivated",
  "skill-already-active",
  "resource-read",
  "skills-searched",
  "tool-called",
  "request-refused",
]);
/** Where an event stands, and which number its call has, is each log's own. */
const own = new Set(["seq", "unchangedSinceSeq", "id", "step"]);
const withoutPlace = (events: readonly SessionEvent[]): unknown[] =>
  events
    .filter(({ type }) => skillTypes.has(type))
    .map(({ type, payload }) => [
      type,
      JSON.parse(JSON.stringify(payload, (key, value) => (own.has(key) ? undefined : value))),
    ]);

async function anAgentIn(context: Context, dialect: DialectId) {
  const script = scripts[dialect] ?? [];
  const replies = [
    ...script.map((call) => ({ kind: "answer" as const, calls: [call] })),
    { kind: "answer" as const, text: ["Done."] },
  ];
  for (const skill of [triage, notes]) await aStoredSkill(context, skill);
  const slug = await anAgentWith(context, [triage.name, notes.name]);
  const model = await aModel(context, { replies });
  const { revision } = await getAgent(context, { agent: slug });
  await editAgent(context, { agent: slug, baseRevision: revision, dialect, mode: "inline", model: model.id });
  return { slug, script };
}

const contentSchema = z.object({
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  isError: z.boolean().optional(),
});
const toolsSchema = z.object({ tools: z.array(z.object({ name: z.string(), description: z.string() })) });

describe.each(Object.keys(scripts).filter(isDialectId))("a conversation over MCP in %s", (dialect) => {
  it("is told, answered and refused what a rehearsal of the same calls is, to the byte", async () => {
    const context = await aContext(db);
    const { slug, script } = await anAgentIn(context, dialect);
    const { id } = await createConversation(context, { agent: slug });
    const { events } = await rehearse(context, id, "Checkout is down");
    const machine = await aMachine(context, slug);
    const client = anMcpClient({ agent: slug, key: machine.key }, "2025");
    const begun = await client.begin();
    const listed = toolsSchema.parse((await client.ask("tools/list")).result);
    const answers = [];
    for (const { name, input } of script)
      answers.push(contentSchema.parse((await client.ask("tools/call", { name, arguments: input })).result));

    const injected = events.find((event) => event.type === "catalogue-injected");
    if (injected?.type !== "catalogue-injected") throw new Error("the rehearsal has no catalogue");
    expect(begun.result?.instructions).toBe(injected.payload.text);
    expect(listed.tools.map(({ name, description }) => [name, description]).sort()).toEqual(
      injected.payload.tools.map(({ name, description }) => [name, description]).sort(),
    );
    const told = events
      .filter((event) => "call" in event.payload && event.payload.call)
      .map((event) => toAnswer(event, events));
    expect(told).toHaveLength(script.length);
    expect(answers.map(({ content }) => content.map(({ text }) => text))).toEqual(
      told.map(({ text, following }) => [text, ...following]),
    );
    expect(answers.map(({ isError }) => isError)).toEqual(told.map(({ isError }) => isError));

    const asking = await machine.asking();
    const { items } = await listServedSessions(asking, {});
    expect(items).toMatchObject([{ via: "mcp", client: "scripted 1.0", dialect, calls: script.length }]);
    const served = await listServedEvents(asking, { session: items[0]?.id ?? "", limit: 1_000 });
    expect(withoutPlace(served.items)).toEqual(withoutPlace(events));
  });
});
