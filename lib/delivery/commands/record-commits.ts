import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { newSecret } from "@/lib/platform/crypto";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import type { Delivery } from "../delivered";
import type { DeliverySource } from "../delivery-source";
import { buildCommits, type NewRow } from "../git/build-commits";
import { findBetween } from "../git/find-between";
import { findDepartures } from "../git/find-departures";
import {
  type GitPackage,
  heldPackages,
  makeGitPackage,
  packageKey,
  readGitPackages,
} from "../git/git-packages";
import type { GitChange } from "../git/git-record-schema";
import { type HistoryRow, historyKey, loadHistory, stateAfter } from "../git/load-history";
import { type Arriving, type PlannedChange, planChanges } from "../git/plan-changes";
import { readDelivery } from "../read-delivery";

/** Whose history, and what all is called now. */
export type Recorded = { source: DeliverySource; title: string };

/** Commits that are made and written at once: who is stopped in the middle of many goes on after them. */
const mostAtOnce = 500;
const mostRaces = 5;
/** Histories that are added to at once on this server, each by one caller: the others wait, and then find it done. */
const building = new ConcurrencySlots({ each: 1, all: 2, waiting: 64, waitMs: 60_000 });
/** Packages whose files are in memory at once. */
const packagesAtOnce = 8;
/** Rows that go to the database in one statement. */
const batchRows = 100;

/**
 * The history of a source up to what it is delivered now: what has changed since its newest commit is added. Nobody's
 * right is in question: it writes down what is so. Servers that find the same change make the same commits of it, and
 * one of them writes them. No time of a commit is the time of this call; but what was moved and moved back between two
 * calls makes no commit, and a skill that is assigned long after its publication comes where it is first seen.
 *
 * `delivery` may be one that was read a while ago. It only says whether there is anything to do: what is written is
 * planned from one that was read after the newest commit, or an older state would be put on top of a newer one.
 */
export async function recordCommits(
  context: WorkspaceContext,
  recorded: Recorded,
  delivery: Delivery,
): Promise<readonly HistoryRow[]> {
  const history = historyKey(recorded.source, recorded.title);
  const rows = await loadHistory(context, history);
  if ((await findChanges(context, { recorded, delivery, rows })).length === 0) return rows;
  const slot = await building.take(`${context.workspace.id} ${history}`, new AbortController().signal);
  if (!slot.ok)
    throw new AppError("UNAVAILABLE", "The history is being made. Try again in a minute.", {
      retryAfterSeconds: 60,
    });
  try {
    return await addCommits(context, recorded);
  } finally {
    slot.end();
  }
}

async function addCommits(context: WorkspaceContext, recorded: Recorded): Promise<readonly HistoryRow[]> {
  const history = historyKey(recorded.source, recorded.title);
  for (let lost = 0; ; ) {
    const rows = await loadHistory(context, history);
    const delivery = await readDelivery(context, recorded.source);
    const changes = (await findChanges(context, { recorded, delivery, rows })).slice(0, mostAtOnce);
    if (changes.length === 0 || lost === mostRaces) return rows;
    const packages = await keepPackages(context, changes);
    const { db, workspace } = context;
    const { name: owner, createdAt } = await db.workspace.findUniqueOrThrow({ where: { id: workspace.id } });
    const begun = (await findBegun(context, recorded.source)) ?? createdAt;
    const made = await buildCommits(
      changes,
      {
        title: recorded.title,
        owner,
        begun: begun.toISOString(),
        salt: newSecret(),
        state: stateAfter(rows),
        newest: rows.at(-1) ?? null,
      },
      (arriving) => toState(arriving, packages),
    );
    if (!(await write(context, { source: recorded.source, history, below: rows.length, made }))) lost += 1;
  }
}

type Finding = { recorded: Recorded; delivery: Delivery; rows: readonly HistoryRow[] };

async function findChanges(
  context: WorkspaceContext,
  { recorded, delivery, rows }: Finding,
): Promise<PlannedChange[]> {
  const state = stateAfter(rows);
  const now = new Map(delivery.skills.map(({ skillId, version }) => [skillId, version.id]));
  const gone = [...state.values()].filter(({ skillId, versionId }) => now.get(skillId) !== versionId);
  return planChanges({
    state,
    isRenamed: rows.at(-1)?.change.title !== recorded.title,
    delivered: delivery.skills,
    between: await findBetween(context, state, delivery),
    departures: await findDepartures(context, gone),
  });
}

const findBegun = async (
  { db, workspace }: WorkspaceContext,
  source: DeliverySource,
): Promise<Date | null> => {
  if (source.kind !== "agent") return null;
  const where = { id: source.agentId, workspaceId: workspace.id };
  return (await db.agent.findFirst({ where, select: { createdAt: true } }))?.createdAt ?? null;
};

/** The packages of all that arrives; those that nobody made before are made and kept. */
async function keepPackages(
  context: WorkspaceContext,
  changes: readonly PlannedChange[],
): Promise<Map<string, GitPackage>> {
  const arriving = new Map(
    changes.flatMap((change) =>
      change.kind === "arrives" ? [[packageKey(change.arriving), change.arriving]] : [],
    ),
  );
  const packages = await readGitPackages(context, [...arriving.keys()]);
  const breathe = createBreathe();
  const missing = [...arriving].flatMap(([key, one]) => (packages.has(key) ? [] : [one]));
  for (let at = 0; at < missing.length; at += packagesAtOnce) {
    const batch = missing.slice(at, at + packagesAtOnce);
    const made = await Promise.all(batch.map((one) => makeGitPackage(context, one)));
    await context.db.gitPackage.createMany({
      data: made.map((one) => ({ ...one, workspaceId: context.workspace.id, files: [...one.files] })),
      skipDuplicates: true,
    });
    for (const one of made) {
      heldPackages().set(`${context.workspace.id} ${one.key}`, one);
      packages.set(one.key, one);
    }
    await breathe();
  }
  return packages;
}

function toState(arriving: Arriving, packages: ReadonlyMap<string, GitPackage>) {
  const { skillId, name, version } = arriving;
  const key = packageKey(arriving);
  const made = packages.get(key);
  if (!made) throw new Error(`The package of ${name} was not made.`);
  return {
    skillId,
    name,
    versionId: version.id,
    number: version.number,
    key,
    tree: made.tree,
    why: made.why,
  };
}

type Writing = {
  source: DeliverySource;
  history: string;
  /** So many commits there are, if nobody else has written meanwhile. */
  below: number;
  made: readonly NewRow[];
};

/** False when another server was first. */
async function write(context: WorkspaceContext, { source, history, below, made }: Writing): Promise<boolean> {
  const workspaceId = context.workspace.id;
  const agentId = source.kind === "agent" ? source.agentId : null;
  return inTransaction(context, async (context) => {
    await context.db
      .$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${history}`}, 0))`;
    const count = await context.db.gitCommit.count({ where: { workspaceId, history } });
    if (count !== below) return false;
    for (let at = 0; at < made.length; at += batchRows)
      await context.db.gitCommit.createMany({
        data: made.slice(at, at + batchRows).map((row) => ({
          workspaceId,
          history,
          agentId,
          number: row.number,
          commit: row.id,
          tree: row.tree,
          seconds: row.seconds,
          bytes: new Uint8Array(row.bytes),
          change: toJson(row.change),
          rootFiles: row.rootFiles,
        })),
      });
    return true;
  });
}

const toJson = (change: GitChange) => ({ ...change, skill: change.skill && { ...change.skill } });
