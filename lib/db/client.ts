import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { BoundedPool, type ConnectionLimits, longWorkLimits, requestLimits } from "./bounded-pool";
import { type Prisma, PrismaClient } from "./generated/client";
import { timedAdapter } from "./timed-adapter";

/** A database handle: the client itself or an open transaction. */
export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/** What every context has: the database, or the open transaction that everything done with this context belongs to. */
export type DatabaseContext = { db: Tx };

type Kept = {
  /** Where long work connects to. */
  addresses: WeakMap<Tx, string>;
  forLongWork: WeakMap<Tx, Db>;
  pools: WeakMap<Tx, BoundedPool>;
};
declare global {
  var greenroomDatabase: Db | undefined;
  var greenroomKept: Kept | undefined;
}
// Pages and routes are separate bundles of one process: what one of them has made, the others find.
function kept(): Kept {
  globalThis.greenroomKept ??= {
    addresses: new WeakMap(),
    forLongWork: new WeakMap(),
    pools: new WeakMap(),
  };
  return globalThis.greenroomKept;
}

/**
 * Builds a client for one address; the app uses `database()`, tests make their own. `directUrl` says that the address is
 * a pooler by transaction, and where the database is past it: long work goes there, as its limits are of a session.
 */
export function createDatabase(
  connectionString: string,
  limits: ConnectionLimits = requestLimits,
  directUrl: string | null = null,
): Db {
  const pool = new BoundedPool(connectionString, limits, { isPooled: directUrl !== null });
  const note = (error: Error) => log.debug({ err: error }, "a connection to the database broke");
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: note,
    onConnectionError: note,
  });
  const db = new PrismaClient({ adapter: timedAdapter(adapter) });
  kept().addresses.set(db, directUrl ?? connectionString);
  kept().pools.set(db, pool);
  return db;
}

/** The connections of a client; undefined for an open transaction, which has one of its own. */
export const poolOf = (db: Tx): BoundedPool | undefined => kept().pools.get(db);

/** The pools of a database of this process: of requests, and of long work once there was any. */
export function poolsOf(db: Db): { name: "requests" | "long-work"; pool: BoundedPool }[] {
  const longWork = kept().forLongWork.get(db);
  return [
    { name: "requests" as const, pool: poolOf(db) },
    { name: "long-work" as const, pool: longWork && poolOf(longWork) },
  ].flatMap(({ name, pool }) => (pool ? [{ name, pool }] : []));
}

/**
 * The same database, over the few connections that may be busy for minutes. Made at first use; an open transaction
 * stays where it is.
 */
export function longWorkDatabase(db: Db): Db;
export function longWorkDatabase(db: Tx): Tx;
export function longWorkDatabase(db: Tx): Tx {
  const { addresses, forLongWork } = kept();
  const known = forLongWork.get(db);
  if (known) return known;
  const connectionString = addresses.get(db);
  if (connectionString === undefined) return db;
  const made = createDatabase(connectionString, longWorkLimits);
  forLongWork.set(db, made);
  return made;
}

/** The process's one client, made at first use: importing this file must not need a database (builds do that). */
export function database(): Db {
  const { databaseUrl, databaseDirectUrl } = env();
  globalThis.greenroomDatabase ??= createDatabase(databaseUrl, requestLimits, databaseDirectUrl);
  return globalThis.greenroomDatabase;
}
