import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { countKeptAgents } from "@/lib/agents/find-declared";
import { atOneMoment } from "@/lib/db/at-one-moment";
import { getLimits } from "@/lib/library/limits/read-limits";
import { getPolicy } from "@/lib/reviews/get-policy";
import { listKeptSources } from "@/lib/sources/find-declared";
import { findModelNames } from "./find-models-by-name";
import { sayPolicy, saySecrets, saySource } from "./say-declared";
import { mostCharacters, type WrittenConfiguration } from "./schema";
import { writeAgents } from "./write-agents";
import { writeDeclaration } from "./write-declaration";

/**
 * Sources, agents, policy and limits as a configuration file that says the same: applied here it changes nothing, and where
 * there is nothing yet it makes all of it. Secrets are not in it, nor what no file can say; the notes name that. All of it is
 * of one moment, whatever others change meanwhile.
 */
export async function getConfigurationFile(context: Context): Promise<WrittenConfiguration> {
  requirePermission(context, "agents.edit");
  return atOneMoment(context, writeConfiguration);
}

async function writeConfiguration(context: Context): Promise<WrittenConfiguration> {
  const nameOf = await findModelNames(context);
  const sources = await listKeptSources(context);
  const policy = await getPolicy(context);
  const limits = await getLimits(context);
  const counted = await countKeptAgents(context);
  const ofAll = [
    { ...policy, name: "The policy" },
    { ...limits, name: "The limits" },
  ];
  const file = fileOf([
    ...counted.files,
    ...[...sources, ...ofAll].flatMap(({ declaredIn }) => declaredIn ?? []),
  ]);
  const saidSources = sources.map((source) => ({ name: source.name, ...saySource(source) }));
  const saidPolicy = sayPolicy(policy, nameOf);
  const own = limits.limits.filter((limit) => limit.own !== null);
  const ofLimits = {
    ...((own.length > 0 || limits.declaredIn !== null) && {
      limits: Object.fromEntries(own.map((limit) => [limit.name, limit.own])),
    }),
  };
  const rest = { policy: saidPolicy.value, ...ofLimits };
  const named = {
    workspace: context.workspace.slug,
    ...notEmpty(
      "sources",
      saidSources.flatMap((said) => said.value ?? []),
    ),
  };
  const notes = {
    files: sources.flatMap((source) => noteFile(source, file)),
    filesOfAll: ofAll.flatMap((one) => noteFile(one, file)),
    leftOut: saidSources.flatMap(({ name, why }) => (why === undefined ? [] : noteLeftOut(name, why))),
    policy: saidPolicy.why === null ? [] : [`What the policy says of proof is left out: ${saidPolicy.why}.`],
    secrets: sources.flatMap((source) => saySecrets(source) ?? []),
  };
  const besides = writeDeclaration({ notes: Object.values(notes).flat(), value: { ...named, ...rest } });
  const agents = await writeAgents(context, {
    nameOf,
    total: counted.total,
    room: mostCharacters - besides.length,
    noteFile: (agent) => noteFile(agent, file),
    noteLeftOut,
  });
  const all = [
    ...notes.files,
    ...agents.files,
    ...notes.filesOfAll,
    ...notes.leftOut,
    ...agents.leftOut,
    ...notes.policy,
    ...notes.secrets,
    ...agents.tools,
  ];
  const value = { ...named, ...notEmpty("agents", agents.said), ...rest };
  return { file, text: writeDeclaration({ notes: all, value }), notes: all };
}

const usualFile = "greenroom.yaml";

/** The one that keeps something here already: what one file keeps no other file takes. */
function fileOf(named: readonly string[]): string {
  const [only, another] = new Set(named);
  return another === undefined ? (only ?? usualFile) : usualFile;
}

type Kept = { name: string; declaredIn: string | null };

const noteFile = ({ name, declaredIn }: Kept, file: string): string[] =>
  declaredIn === null || declaredIn === file
    ? []
    : [`${name} is kept in ${declaredIn}. Take it out there before this is applied here.`];

const noteLeftOut = (name: string, why: string): string[] => [`${name} is left out: ${why}.`];

const notEmpty = (key: string, list: readonly object[]) => (list.length > 0 ? { [key]: list } : {});
