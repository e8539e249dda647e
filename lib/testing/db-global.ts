import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

import { migrate } from "../../scripts/database/migrate.mjs";
import { startTestCluster } from "../../scripts/test-server.mjs";

const migrationsDir = path.resolve("prisma/migrations");
/** Shared by every test run that starts at once, so that only one of them builds the template. */
const TEMPLATE_LOCK = 4_817_223;

declare module "vitest" {
  export interface ProvidedContext {
    testCluster: { url: string; ownerUrl: string; template: string; run: number };
  }
}

/** Starts the test cluster, migrates one template database for all test files, and removes what it made at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const template = `template_${hashOfMigrations()}`;
  await withOwner(cluster.ownerUrl, async (owner) => {
    await owner.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    await dropAbandoned(owner);
    await ensureTemplate(owner, cluster.ownerUrl, template);
  });
  project.provide("testCluster", {
    url: cluster.url,
    ownerUrl: cluster.ownerUrl,
    template,
    run: process.pid,
  });
  return async () => {
    await withOwner(cluster.ownerUrl, (owner) => dropDatabases(owner, `test_${process.pid}_`));
    await cluster.stop();
  };
}

function hashOfMigrations(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrationsDir).sort()) {
    if (name.endsWith(".toml")) continue;
    hash.update(name).update(readFileSync(path.join(migrationsDir, name, "migration.sql")));
  }
  return hash.digest("hex").slice(0, 12);
}

async function withOwner(url: string, task: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await task(owner);
  } finally {
    await owner.end();
  }
}

async function ensureTemplate(owner: pg.Client, ownerUrl: string, template: string): Promise<void> {
  const found = await owner.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount) return;
  // Renamed only when it is complete: a run that is killed here leaves a part that the next one replaces.
  const part = `${template}_part`;
  await owner.query(`DROP DATABASE IF EXISTS ${part} WITH (FORCE)`);
  await owner.query(`CREATE DATABASE ${part}`);
  const address = new URL(ownerUrl);
  address.pathname = `/${part}`;
  await migrate({ url: address.href, dir: migrationsDir });
  await owner.query(`ALTER DATABASE ${part} RENAME TO ${template}`);
}

/** Removes the databases of test runs that were killed before they could. */
async function dropAbandoned(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'",
  );
  const runs = new Set(rows.map((row) => Number(row.datname.split("_")[1])));
  for (const run of runs) if (!isAlive(run)) await dropDatabases(owner, `test_${run}_`);
}

async function dropDatabases(owner: pg.Client, prefix: string): Promise<void> {
  const { rows } = await owner.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of rows) await owner.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
