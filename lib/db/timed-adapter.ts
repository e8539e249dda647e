import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import { metrics, secondsSince } from "@/lib/platform/metrics";

/** The same database; how long each statement takes is counted, whatever comes of it. */
export function timedAdapter(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const { provider, adapterName } = factory;
  return { provider, adapterName, connect: async () => timedConnection(await factory.connect()) };
}

/** The time of one statement; also of those that go past Prisma. */
export async function timeQuery<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now();
  try {
    return await ask();
  } finally {
    metrics().queries.observe(secondsSince(begun));
  }
}

const timedQueries = (inner: SqlQueryable): SqlQueryable => ({
  provider: inner.provider,
  adapterName: inner.adapterName,
  queryRaw: (query) => timeQuery(() => inner.queryRaw(query)),
  executeRaw: (query) => timeQuery(() => inner.executeRaw(query)),
});

function timedConnection(inner: SqlDriverAdapter): SqlDriverAdapter {
  return {
    ...timedQueries(inner),
    executeScript: (script) => inner.executeScript(script),
    startTransaction: async (isolation) => timedTransaction(await inner.startTransaction(isolation)),
    ...(inner.getConnectionInfo ? { getConnectionInfo: inner.getConnectionInfo.bind(inner) } : {}),
    dispose: () => inner.dispose(),
  };
}

function timedTransaction(inner: Transaction): Transaction {
  const { options, createSavepoint, rollbackToSavepoint, releaseSavepoint } = inner;
  return {
    ...timedQueries(inner),
    options,
    commit: () => inner.commit(),
    rollback: () => inner.rollback(),
    ...(createSavepoint ? { createSavepoint: createSavepoint.bind(inner) } : {}),
    ...(rollbackToSavepoint ? { rollbackToSavepoint: rollbackToSavepoint.bind(inner) } : {}),
    ...(releaseSavepoint ? { releaseSavepoint: releaseSavepoint.bind(inner) } : {}),
  };
}
