import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { inTransaction } from "@/lib/db/transaction";
import { createPackage } from "@/lib/library/writes/create-package";
import { runEnded } from "@/lib/playground/running-runs";
import { startRun } from "@/lib/playground/start-run";
import type { SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { listEvents } from "@/lib/sessions/queries";
import type { Conversation, Run, StartRun } from "@/lib/sessions/schema";

export const triage = {
  name: "incident-triage",
  description:
    "Decides how severe a production incident is and who is paged. Use when checkout or login is down.",
  body: [
    "# Incident triage",
    "",
    "State the symptom, then find the severity.",
    "",
    "## Severity",
    "",
    "Find the row that applies in [the matrix](references/severity.md).",
    "",
    "## Postmortem",
    "",
    "Write down what happened within two days.",
    "",
  ].join("\n"),
  files: {
    "references/severity.md": "# Severity matrix\n\nCheckout down for a region: SEV2, page the owner.\n",
    "scripts/page.sh": "#!/bin/sh\necho paging\n",
    ".env": "TOKEN=secret\n",
  },
};

type SkillText = { name: string; description: string; body: string; files?: Record<string, string> };

export const skillText = ({ name, description, body }: SkillText): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

/** A real skill with its files; published as version 1 unless it is to stay a draft. */
export async function aStoredSkill(context: Context, skill: SkillText, published = true): Promise<string> {
  const files = [
    { path: "SKILL.md", text: skillText(skill) },
    ...Object.entries(skill.files ?? {}).map(([path, text]) => ({ path, text })),
  ];
  const { skillId } = await inTransaction(context, (context) =>
    createPackage(context, {
      name: skill.name,
      files,
      ...(published ? { publishNote: "First version" } : {}),
    }),
  );
  return skillId;
}

/** An agent with these skills, stored before, in this order. */
export async function anAgentWith(
  context: Context,
  skills: readonly string[],
  name = "On-call assistant",
): Promise<string> {
  const agent = await createAgent(context, { name, instructions: "You are on call. Be brief." });
  await setAssignments(context, {
    agent: agent.slug,
    baseRevision: agent.revision,
    items: skills.map((skill) => ({ skill })),
  });
  return agent.slug;
}

/** A conversation with an agent that has `triage` alone. */
export async function aTriageConversation(
  context: Context,
  overrides: { shared?: boolean } = {},
): Promise<Conversation> {
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  return createConversation(context, { agent, ...overrides });
}

/** Sends a message and waits until its run has ended. */
export async function rehearse(
  context: Context,
  conversation: string,
  input: string | StartRun,
): Promise<{ run: Run; events: SessionEvent[] }> {
  const run = await startRun(context, {
    conversation,
    ...(typeof input === "string" ? { message: input } : input),
  });
  await runEnded(run.id);
  const { items } = await listEvents(context, { conversation, limit: 5000 });
  return { run, events: items.filter((event) => event.runId === run.id) };
}
