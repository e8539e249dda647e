import type { Context } from "@/lib/access/context";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { callServedTool } from "@/lib/served/commands/call-served-tool";
import { openServedSession } from "@/lib/served/commands/open-served-session";
import { tellServedMessage } from "@/lib/served/commands/tell-served-message";
import type { CallServed, OpenServed } from "@/lib/served/schema";
import { aMachine } from "../delivery/deliveries";
import { anAgentWith, aStoredSkill, triage } from "../sessions/rehearsals";

/** An agent with `triage` alone, a machine of it, and how its program asks. */
export async function aServedAgent(context: Context, name = "On-call assistant") {
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name], name);
  const machine = await aMachine(context, agent);
  return {
    context,
    agent,
    machine,
    withdraw: () => withdrawVersion(context, { skill: triage.name, number: 1, reason: "It leaks." }),
    open: (input: OpenServed = {}) => openProgram(machine, agent, input),
  };
}

type Machine = Awaited<ReturnType<typeof aMachine>>;

/** A session that was just opened, and what its program may do with it. */
export async function openProgram(machine: Machine, agent: string, input: OpenServed = {}) {
  const opened = await openServedSession(await machine.asking(), { agent, via: "rest", ...input });
  const session = opened.session.id;
  return {
    opened,
    id: session,
    call: async (tool: string, given: unknown = {}, more: Partial<CallServed> = {}) =>
      callServedTool(await machine.asking(), { agent, session, tool, arguments: given, ...more }),
    tell: async (message: string) => tellServedMessage(await machine.asking(), { agent, session, message }),
  };
}

/** The standard dialect's calls. */
export const activates = (name: string) => ["activate_skill", { name }] as const;
export const reads = (name: string, path: string) => ["read_skill_resource", { name, path }] as const;
