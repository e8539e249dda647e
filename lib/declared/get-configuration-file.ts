import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { getAgent, listAgents } from "@/lib/agents/queries";
import type { Agent } from "@/lib/agents/schema";
import { formatCount } from "@/lib/kernel/format-count";
import { getLimits } from "@/lib/library/limits/read-limits";
import { getPolicy } from "@/lib/reviews/get-policy";
import { listKeptSources } from "@/lib/sources/find-declared";
import { findModelNames } from "./find-models-by-name";
import { sayAgent, sayPolicy, saySource } from "./say-declared";
import { mostAgents, type WrittenConfiguration } from "./schema";
import { writeDeclaration } from "./write-declaration";

/**
 * Sources, agents, policy and limits as a configuration file that says the same: applied here it changes nothing, and where
 * there is nothing yet it makes all of it. Secrets are not in it, nor what no file can say; the notes name that.
 */
export async function getConfigurationFile(context: Context): Promise<WrittenConfiguration> {
  requirePermission(context, "agents.edit");
  const nameOf = await findModelNames(context);
  const sources = await listKeptSources(context);
  const agents = await readAgents(context);
  const policy = await getPolicy(context);
  const limits = await getLimits(context);
  const kept: Kept[] = [
    ...sources,
    ...agents,
    { ...policy, name: "The policy" },
    { ...limits, name: "The limits" },
  ];
  const file = fileOf(kept);
  const notes = noteWhoseFile(kept, file);

  const saidSources = sources.map((source) => ({ name: source.name, ...saySource(source) }));
  const saidAgents = agents
    .slice(0, mostAgents)
    .map((agent) => ({ name: agent.name, ...sayAgent(agent, nameOf) }));
  for (const { name, why } of [...saidSources, ...saidAgents])
    if (why !== undefined) notes.push(`${name} is left out: ${why}.`);
  if (agents.length > mostAgents)
    notes.push(
      `A file names ${formatCount(mostAgents, "agent")} at most; ${agents.length - mostAgents} are left out.`,
    );
  const saidPolicy = sayPolicy(policy, nameOf);
  if (saidPolicy.why !== null) notes.push(`What the policy says of proof is left out: ${saidPolicy.why}.`);
  const secret = sources.filter(({ hasToken, ssh, hook }) => hasToken || ssh !== null || hook !== null);
  for (const { name } of secret)
    notes.push(`${name}: its token or key and its webhook are in no file; they are given in the app.`);
  for (const { name } of agents.filter(({ tools, toolStubs }) => tools.length + toolStubs.length > 0))
    notes.push(`${name}: its other tools and saved results are in no file; they are kept in the app.`);

  const own = limits.limits.filter((limit) => limit.own !== null);
  const value = {
    workspace: context.workspace.slug,
    ...notEmpty(
      "sources",
      saidSources.flatMap((said) => said.value ?? []),
    ),
    ...notEmpty(
      "agents",
      saidAgents.flatMap((said) => said.value ?? []),
    ),
    policy: saidPolicy.value,
    ...((own.length > 0 || limits.declaredIn !== null) && {
      limits: Object.fromEntries(own.map((limit) => [limit.name, limit.own])),
    }),
  };
  return { file, text: writeDeclaration({ notes, value }), notes };
}

type Kept = { name: string; declaredIn: string | null };

const usualFile = "greenroom.yaml";

/** The one that keeps something here already: what one file keeps no other file takes. */
function fileOf(kept: readonly Kept[]): string {
  const files = [...new Set(kept.flatMap(({ declaredIn }) => declaredIn ?? []))];
  return files.length === 1 ? (files[0] ?? usualFile) : usualFile;
}

const noteWhoseFile = (kept: readonly Kept[], file: string): string[] =>
  kept
    .filter(({ declaredIn }) => declaredIn !== null && declaredIn !== file)
    .map(
      ({ name, declaredIn }) =>
        `${name} is kept in ${declaredIn}. Take it out there before this is applied here.`,
    );

const notEmpty = (key: string, list: readonly object[]) => (list.length > 0 ? { [key]: list } : {});

/** Every agent of the workspace with what it has, by name. */
async function readAgents(context: Context): Promise<Agent[]> {
  const agents: Agent[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await listAgents(context, {
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { slug } of items) agents.push(await getAgent(context, { agent: slug }));
    if (nextCursor === undefined) return agents;
    cursor = nextCursor;
  }
}
