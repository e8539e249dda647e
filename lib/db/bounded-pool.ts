import pg from "pg";

/**
 * How long each step of a statement may take, in milliseconds. Every connection of the server has such limits: nobody's
 * work, and no fault of the database, keeps a request waiting without an end.
 */
export type ConnectionLimits = {
  connections: number;
  /** Callers that wait for a free connection; one more is refused at once. */
  waiting: number;
  /** For a free connection, and for a new one to be made. */
  connectMs: number;
  statementMs: number;
  /** For what another transaction holds; shorter than a statement, so that the answer can say so. */
  lockMs: number;
  transactionMs: number;
  /** A transaction in which nothing happens: its server has stopped, and must not hold what others need. */
  idleMs: number;
};

/** Of a request, and of everything else that somebody waits for. */
export const requestLimits: ConnectionLimits = {
  connections: 20,
  waiting: 200,
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 8_000,
  transactionMs: 15_000,
  idleMs: 15_000,
};

/** Of the few transactions that say how long they may take, such as the end of a whole workspace: a pool of their own. */
export const longWorkLimits: ConnectionLimits = {
  connections: 4,
  waiting: 20,
  connectMs: 30_000,
  statementMs: 120_000,
  lockMs: 30_000,
  transactionMs: 120_000,
  idleMs: 30_000,
};

/** A database that has stopped cannot end a statement by itself: then the connection is given up a little later. */
const graceMs = 2_000;
/** New connections cost ten milliseconds of both sides; a burst should not pay them anew. */
const keptMs = 60_000;

/**
 * What `pg` needs to make a connection with these limits. Through a pooler by transaction nothing is said of a session:
 * it would be another's a moment later, and PgBouncer refuses it. There the role has the limits (`limits-of-role.ts`).
 */
export function connectionOptions(
  connectionString: string,
  limits: ConnectionLimits,
  { isPooled = false } = {},
): pg.PoolConfig {
  const ofSession = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleMs,
  };
  return {
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + graceMs,
    ...(isPooled ? {} : ofSession),
  };
}

/** Of the error for whoever comes when enough others wait for a connection. */
export const poolFullCode = "POOL_FULL";

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool with a bounded queue, whose connections have all the limits. */
export class BoundedPool extends pg.Pool {
  constructor(
    connectionString: string,
    private readonly limits: ConnectionLimits,
    { isPooled = false } = {},
  ) {
    super({
      ...connectionOptions(connectionString, limits, { isPooled }),
      max: limits.connections,
      idleTimeoutMillis: keptMs,
      // What waits for nothing but an idle connection may end.
      allowExitOnIdle: true,
      ...(isPooled ? {} : { onConnect: (client) => limitTransactions(client, limits.transactionMs) }),
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < this.limits.waiting) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const full = new Error("Enough others wait for a connection to the database.");
    const error = Object.assign(full, { code: poolFullCode });
    if (!callback) return Promise.reject(error);
    process.nextTick(callback, error, undefined, () => {});
    return undefined;
  }
}

/**
 * A statement is limited from its start, a transaction of many is not: Postgres 17 and newer end the whole of it, so that
 * nothing goes on of what was given up. Older ones do not know the setting.
 */
async function limitTransactions(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query(
    `SELECT CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL
       THEN set_config('transaction_timeout', $1, false) END`,
    [String(ms)],
  );
}
