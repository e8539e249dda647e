import pg from "pg";
import { afterAll, inject } from "vitest";
import { createDatabase, type Db } from "@/lib/db/client";

export type TestDatabase = {
  /** Connected as the app's role, so what the server may not do fails here too. */
  db: Db;
  url: string;
  ownerUrl: string;
};

declare global {
  var greenroomTestDatabase: TestDatabase | undefined;
}

/**
 * The migrated, empty database of this test file: a copy of the template, made before the file's first line and
 * dropped after its last test. Only in `*.db.test.ts`.
 */
export function testDatabase(): TestDatabase {
  if (!globalThis.greenroomTestDatabase) {
    throw new Error("There is a database only in *.db.test.ts files (the vitest project `db`).");
  }
  return globalThis.greenroomTestDatabase;
}

/** Makes this file's database and points the environment at it; called by the project's set-up file. */
export async function createTestDatabase(): Promise<void> {
  const cluster = inject("testCluster");
  const name = `test_${cluster.run}_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  const url = withDatabase(cluster.url, name);
  process.env.DATABASE_URL = url;
  // Its files are copied, as nothing has to outlive a crash: by itself every page of them goes through the log.
  await asOwner(cluster.ownerUrl, `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY FILE_COPY`);
  const db = createDatabase(url);
  globalThis.greenroomTestDatabase = { db, url, ownerUrl: withDatabase(cluster.ownerUrl, name) };
  afterAll(async () => {
    await db.$disconnect();
    await globalThis.greenroomDatabase?.$disconnect();
    globalThis.greenroomDatabase = undefined;
    globalThis.greenroomTestDatabase = undefined;
    await asOwner(cluster.ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function asOwner(ownerUrl: string, sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}
