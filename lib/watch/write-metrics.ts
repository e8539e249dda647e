import "server-only";
import type { BoundedPool } from "@/lib/db/bounded-pool";
import type { Db } from "@/lib/db/client";
import { cacheNames } from "@/lib/library/caches/cache-schema";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { version } from "@/package.json";
import { countJobs } from "./count-jobs";

/** However many ask: the database counts its jobs this often at most. */
const betweenCountsMs = 10_000;

declare global {
  var greenroomJobsCountedAt: number | undefined;
}

/** The database, and this process's pools of connections to it. */
type Watched = { db: Db; pools: readonly { name: "requests" | "long-work"; pool: BoundedPool }[] };

/** This server's metrics in Prometheus's text format. What the database cannot tell at present is left out. */
export async function writeMetrics({ db, pools }: Watched): Promise<{ text: string; contentType: string }> {
  const { registry, info } = metrics();
  info.set({ version }, 1);
  readPools(pools);
  readCaches();
  await readJobs(db);
  return { text: await registry.metrics(), contentType: registry.contentType };
}

function readPools(pools: Watched["pools"]): void {
  const { connections } = metrics();
  for (const { name, pool } of pools) {
    connections.set({ pool: name, state: "in-use" }, pool.totalCount - pool.idleCount);
    connections.set({ pool: name, state: "idle" }, pool.idleCount);
    connections.set({ pool: name, state: "waiting" }, pool.waitingCount);
  }
}

function readCaches(): void {
  const { cacheLooks, cacheBytes } = metrics();
  const caches = packageCaches();
  // The caches count by themselves, so that a look costs nothing more.
  cacheLooks.reset();
  for (const cache of cacheNames) {
    const { hits, misses, bytes } = caches[cache].statistics();
    cacheLooks.inc({ cache, result: "hit" }, hits);
    cacheLooks.inc({ cache, result: "miss" }, misses);
    cacheBytes.set({ cache }, bytes);
  }
}

async function readJobs(db: Db): Promise<void> {
  const { jobs, oldestJob } = metrics();
  const now = performance.now();
  if (now - (globalThis.greenroomJobsCountedAt ?? Number.NEGATIVE_INFINITY) < betweenCountsMs) return;
  globalThis.greenroomJobsCountedAt = now;
  try {
    const counts = await countJobs(db);
    jobs.reset();
    oldestJob.reset();
    for (const { kind, state, count } of counts) jobs.set({ kind, state }, count);
    for (const [kind, seconds] of oldestOf(counts)) oldestJob.set({ kind }, seconds);
  } catch (error) {
    jobs.reset();
    oldestJob.reset();
    log.warn({ err: error }, "could not count jobs");
  }
}

/** By kind, over those that are not over. */
function oldestOf(counts: Awaited<ReturnType<typeof countJobs>>): Map<string, number> {
  const oldest = new Map<string, number>();
  for (const { kind, state, oldestSeconds } of counts)
    if (state !== "failed" && oldestSeconds !== null)
      oldest.set(kind, Math.max(oldest.get(kind) ?? 0, oldestSeconds));
  return oldest;
}
