import { describe, expect, it } from "vitest";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { openProgram } from "@/lib/testing/hosts/served";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { listServedEvents } from "./queries";

allowLocalServers();
const { db } = testDatabase();

const { name } = triage;
const notes = {
  name: "release-notes",
  description: "Writes notes for customers about merged changes.",
  body: "# Release notes\n\nGroup the changes, as $ARGUMENTS says.\n",
  files: { "references/style.md": "# Style\n\nShort sentences.\n" },
};

type Call = { name: string; input: Record<string, unknown> };
/** Of one dialect: a skill, the same again, another, one that is not there, and files: there, secret, absent, outside. */
const scripts: Record<string, Call[]> = {
  standard: [
    ...[name, name, notes.name, "no-such-skill"].map((skill) => ({
      name: "activate_skill",
      input: { name: skill },
    })),
    ...["references/severity.md", ".env", "absent.md", "../../etc/passwd"].map((path) => ({
      name: "read_skill_resource",
      input: { name, path },
    })),
    { name: "activate_skill", input: { nonsense: true } },
    { name: "no_such_tool", input: {} },
  ],
  "claude-code": [
    ...[name, name, notes.name, "no-such-skill"].map((skill) => ({ name: "Skill", input: { skill } })),
    { name: "Skill", input: { skill: notes.name, args: "the style guide" } },
    ...["references/severity.md", ".env", "absent.md"].map((path) => ({
      name: "Read",
      input: { file_path: `skill://${name}/${path}` },
    })),
    { name: "Read", input: { file_path: "/etc/passwd" } },
  ],
  "adk-2": [
    ...[name, name, notes.name, "no-such-skill"].map((skill) => ({
      name: "load_skill",
      input: { skill_name: skill },
    })),
    ...["references/severity.md", "references/absent.md", "../x"].map((path) => ({
      name: "load_skill_resource",
      input: { skill_name: name, file_path: path },
    })),
  ],
  sisu: [
    ...[name, name, "no-such-skill"].map((skill) => ({ name: "use_skill", input: { skill_name: skill } })),
    ...["references/severity.md", ".env", "absent.md"].map((path) => ({
      name: "read_file",
      input: { path: `skill://${name}/${path}` },
    })),
  ],
  codex: [
    `cat skill://${name}/SKILL.md`,
    `cat skill://${name}/SKILL.md`,
    `cat skill://${name}/references/severity.md`,
    "cat skill://no-such-skill/SKILL.md",
  ].map((cmd) => ({ name: "exec_command", input: { cmd } })),
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

/** Without where they stand in their log, which in a rehearsal has the model's steps as well. */
const withoutPlace = (events: readonly SessionEvent[]) =>
  events
    .filter(({ type }) => skillTypes.has(type))
    .map(({ type, payload }) => [type, JSON.parse(JSON.stringify(payload, placeless))]);
const placeless = (key: string, value: unknown) =>
  key === "seq" || key === "unchangedSinceSeq" ? undefined : value;

const startOf = (events: readonly SessionEvent[]) =>
  events.find((event): event is EventOf<"run-started"> => event.type === "run-started")?.payload;

/** What a rehearsal and a served session make of the same message and the same calls. */
async function playBoth(dialect: string, message: string) {
  const context = await aContext(db);
  for (const skill of [triage, notes]) await aStoredSkill(context, skill);
  const agent = await anAgentWith(context, [name, notes.name]);
  const calls = scripts[dialect] ?? [];
  const replies = [
    ...calls.map((call) => ({ kind: "answer" as const, calls: [call] })),
    { kind: "answer" as const, text: ["Done."] },
  ];
  const model = await aModel(context, { replies });
  const { id } = await createConversation(context, { agent });
  const { events } = await rehearse(context, id, { message, dialect, model: model.id });

  const machine = await aMachine(context, agent);
  const windowTokens = startOf(events)?.model.windowTokens;
  const program = await openProgram(machine, agent, {
    message,
    dialect,
    ...(windowTokens === undefined ? {} : { windowTokens }),
  });
  const asked = events.flatMap((event) =>
    event.type === "model-step"
      ? event.payload.response.content.flatMap((part) => (part.type === "tool-call" ? [part] : []))
      : [],
  );
  const answers = [];
  for (const part of asked) answers.push(await program.call(part.toolName, part.input, { id: part.id }));
  const served = await listServedEvents(await machine.asking(), { session: program.id });
  return { rehearsed: events, served: served.items, answers, program, asked, model };
}

describe.each(Object.keys(scripts))("a served session in %s", (dialect) => {
  it("tells, answers and refuses exactly what a rehearsal does", async () => {
    const both = await playBoth(dialect, "Checkout is down");
    const { rehearsed, served, answers, program, asked } = both;
    expect(asked).toHaveLength(scripts[dialect]?.length ?? 0);
    expect(withoutPlace(served)).toEqual(withoutPlace(rehearsed));
    expect(program.opened.injected).toEqual([]);

    const prompt = assemblePrompt(rehearsed);
    expect(program.opened.catalogue.system).toBe(prompt.system);
    expect(program.opened.catalogue.tools).toEqual(
      assemblePrompt(
        rehearsed.slice(
          0,
          rehearsed.findIndex(({ type }) => type === "model-step"),
        ),
      ).tools,
    );
    // Byte for byte what the model of the rehearsal was sent, results and what stands behind them.
    const results = prompt.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-result" ? [part.text] : [])),
    );
    expect(answers.map(({ text }) => text)).toEqual(results);
    const sent = JSON.stringify(both.model.server.requests.at(-1)?.body);
    for (const text of answers.flatMap((answer) => [answer.text, ...answer.following]))
      expect(sent).toContain(JSON.stringify(text).slice(1, -1));
  });

  it("activates what a message names as a rehearsal does", async () => {
    const { rehearsed, served, program } = await playBoth(dialect, `/${name} for checkout`);
    expect(withoutPlace(served)).toEqual(withoutPlace(rehearsed));
    expect(program.opened.injected).toMatchObject([{ kind: "skill-activated", skill: { name, version: 1 } }]);
    const said = assemblePrompt(rehearsed).messages[0]?.parts.map((part) =>
      part.type === "text" ? part.text : "",
    );
    expect(said).toContain(program.opened.injected[0]?.text);
  });
});
