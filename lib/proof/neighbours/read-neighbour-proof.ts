import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { findPeople } from "@/lib/people/find-people";
import { isGoingOn, suiteRunStates } from "../proof-options";
import { groupByAnswerer, groupByCatalogue } from "../proven/alike-runs";
import type { NeighbourPair, NeighbourProof } from "../proven/bytes-proof-schema";
import { dialectsOf } from "../proven/run-facts";
import { isWhole } from "../reports/judge-pooled";
import type { ReportRow } from "../reports/read-suite-report";
import { type ChangedSkill, compareNeighbour } from "./compare-neighbour";
import { listNeighbours, type Neighbour } from "./list-neighbours";
import { lostInSoundHosts } from "./sound-host";

/** What the new bytes of a skill do to those beside it: each neighbour with its newest runs for exactly these bytes. */
export async function readNeighbourProof(context: Context, changed: ChangedSkill): Promise<NeighbourProof[]> {
  const { skillId, digest } = changed;
  const neighbours = await listNeighbours(context, { skillId });
  const rows = await context.db.suiteRun.findMany({
    where: {
      workspaceId: context.workspace.id,
      removedAt: null,
      besideSkillId: skillId,
      besideDigest: digest,
      skillId: { in: neighbours.map((one) => one.skillId) },
    },
    orderBy: { number: "desc" },
    include: { skill: { select: { name: true } } },
  });
  const offers = new Set(await listOffers(context, { skillId, neighbours, rows }));
  const people = await readMaintainers(context, neighbours);
  const told = await readTold(context, changed);
  const groups = Map.groupBy(neighbours, (one) => one.skillId);
  const proofs: NeighbourProof[] = [];
  for (const [id, offered] of groups) {
    const [first] = offered;
    if (!first) continue;
    const fitting = rows.filter((row) => row.skillId === id && offers.has(offerKey(row)));
    const proof = await toProof(context, changed, { first, offered, fitting });
    proofs.push({ ...proof, maintainers: people.get(id) ?? [], toldAt: told.get(id) ?? null });
  }
  return proofs;
}

type Bytes = Pick<ReportRow, "agentId" | "skillId" | "digest">;
const offerKey = ({ agentId, skillId, digest }: Bytes): string => `${agentId} ${skillId} ${digest}`;

type Offering = { skillId: string; neighbours: readonly Neighbour[]; rows: readonly ReportRow[] };

/**
 * Which bytes of a neighbour each agent has now, as keys: a run of others says nothing of that agent, whoever else has
 * them. Agents that have not got the skill that changes may be tried with it too.
 */
async function listOffers(context: Context, { skillId, neighbours, rows }: Offering): Promise<string[]> {
  const known = new Set(neighbours.map(({ agent }) => agent.id));
  const agentIds = [...new Set(rows.map(({ agentId }) => agentId))].filter((id) => !known.has(id));
  const more = agentIds.length > 0 ? await listNeighbours(context, { skillId, agentIds }) : [];
  return [...neighbours, ...more].map(({ agent, ...one }) => offerKey({ ...one, agentId: agent.id }));
}

/** `fitting`: runs of what the agent that they are of has of it now. */
type Own = { first: Neighbour; offered: readonly Neighbour[]; fitting: readonly ReportRow[] };

async function toProof(
  context: Context,
  changed: ChangedSkill,
  { first, offered, fitting }: Own,
): Promise<Omit<NeighbourProof, "maintainers" | "toldAt">> {
  const pairs: NeighbourPair[] = [];
  const ended = fitting.filter(({ state }) => !isGoingOn(z.enum(suiteRunStates).parse(state)));
  for (const { rows, dialects } of poolByHost(ended)) {
    const pair = await compareNeighbour(context, rows, { changed, dialects });
    if (!pair.isBrokenOff || lostInSoundHosts(pair).length > 0) pairs.push(pair);
  }
  return {
    skillId: first.skillId,
    skill: first.skill,
    version: first.version,
    digest: first.digest,
    agents: offered.map(({ agent: { slug, name } }) => ({ slug, name })),
    unmeasurable: offered.flatMap(({ agent: { slug, name }, unmeasurable: why }) =>
      why === null ? [] : [{ agent: { slug, name }, why }],
    ),
    pairs,
    goingOn: fitting.length - ended.length,
  };
}

type PooledRuns = { rows: [ReportRow, ...ReportRow[]]; dialects: string[] };

/**
 * All runs with each agent and model in each host that had its newest catalogue there and were carried out to their end: none
 * hides what another one saw lost, in this host or in another. Each that was broken off stands by itself, and hides nothing.
 */
export function poolByHost(newestFirst: readonly ReportRow[]): PooledRuns[] {
  const pooled = groupByAnswerer(newestFirst).flatMap((answered) => {
    const seen = new Set<string>();
    return groupByCatalogue(answered).flatMap((group) => {
      const dialects = [...dialectsOf(group).keys()].filter((dialect) => !seen.has(dialect));
      const [newest, ...others] = group.filter(isWhole);
      const hosts = newest ? [...dialectsOf([newest, ...others]).keys()] : [];
      for (const dialect of hosts) seen.add(dialect);
      const whole: PooledRuns[] = newest ? [{ rows: [newest, ...others], dialects }] : [];
      const brokenOff = group
        .filter((row) => !isWhole(row))
        .map((row): PooledRuns => ({ rows: [row], dialects }));
      return dialects.length > 0 ? [...whole, ...brokenOff] : [];
    });
  });
  return pooled.toSorted((left, right) => right.rows[0].number - left.rows[0].number);
}

async function readMaintainers(context: Context, neighbours: readonly Neighbour[]) {
  const rows = await context.db.skillMaintainer.findMany({
    where: {
      workspaceId: context.workspace.id,
      skillId: { in: neighbours.map(({ skillId }) => skillId) },
    },
    orderBy: [{ addedAt: "asc" }, { userId: "asc" }],
    select: { skillId: true, userId: true },
  });
  const personOf = await findPeople(
    context,
    rows.map(({ userId }) => userId),
  );
  return new Map(
    [...Map.groupBy(rows, ({ skillId }) => skillId)].map(([skillId, own]) => [
      skillId,
      own.map(({ userId }) => {
        const { id, name } = personOf(userId);
        return { id, name };
      }),
    ]),
  );
}

/** When the first of each neighbour's maintainers was told of what exactly these bytes take from it. */
async function readTold(
  { db, workspace }: Context,
  { skillId, digest }: ChangedSkill,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.notification.findMany({
    where: {
      workspaceId: workspace.id,
      kind: "neighbour-lost",
      dedupeKey: { startsWith: `${workspace.id}:${lostKey({ skillId, digest })}` },
    },
    orderBy: { createdAt: "desc" },
    select: { dedupeKey: true, createdAt: true },
  });
  return new Map(
    rows.flatMap(({ dedupeKey, createdAt }) => {
      const neighbour = dedupeKey?.split(":").at(-1);
      return neighbour === undefined ? [] : [[neighbour, createdAt.toISOString()] as const];
    }),
  );
}

/** What somebody is told once: that these bytes of a skill take cases from theirs, whose id follows. */
export const lostKey = ({ skillId, digest }: Pick<ChangedSkill, "skillId" | "digest">): string =>
  `neighbour-lost:${skillId}:${digest}:`;
