import { createServer, createServerModuleRunner } from "vite";
import { migrate } from "../../scripts/database/migrate.mjs";
import { startTestCluster } from "../../scripts/test-server.mjs";

type Figure = { what: string; value: string; limit: string; holds: boolean | null };

/**
 * Runs the `measure` of a module on a fresh, migrated database of its own and prints its figures: all of them with
 * `--json`. Answers 1 when one misses its limit.
 */
export const runOnDatabase = (path: string, options: readonly string[]): Promise<number> =>
  withDatabaseModule<{ measure: () => Promise<Figure[]> }>(path, async ({ measure }) => {
    const figures = await measure();
    if (options.includes("--json")) console.log(JSON.stringify(figures, null, 2));
    else
      for (const { what, value, limit, holds } of figures)
        console.log(
          `${holds === null ? "    " : holds ? "ok  " : "MISS"} ${what.padEnd(58)} ${value.padStart(22)}   ${limit}`,
        );
    return figures.every(({ holds }) => holds !== false) ? 0 : 1;
  });

/** Uses a module of the server's, on a fresh, migrated database that goes afterwards. */
export async function withDatabaseModule<Module>(
  path: string,
  use: (module: Module) => Promise<number>,
): Promise<number> {
  const cluster = await startTestCluster({ onDisk: true });
  const name = `bench_${process.pid}`;
  try {
    await asOwner(cluster.ownerUrl, `CREATE DATABASE ${name}`);
    const ownerUrl = withDatabase(cluster.ownerUrl, name);
    await migrate({ url: ownerUrl, dir: "prisma/migrations" });
    Object.assign(process.env, {
      DATABASE_URL: withDatabase(cluster.url, name),
      LOG_LEVEL: "silent",
      GREENROOM_SECRET: "a-secret-that-only-the-benchmark-knows-01234567",
    });
    return await withModule(path, use);
  } finally {
    await asOwner(cluster.ownerUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await cluster.stop();
  }
}

/**
 * Through Vite, as the tests are run: the server's modules need more than having their types stripped. What was kept for
 * a database before is forgotten.
 */
export async function withModule<Module>(
  path: string,
  use: (module: Module) => Promise<number>,
): Promise<number> {
  const vite = await createServer({
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      tsconfigPaths: true,
      alias: { "server-only": new URL("../../lib/testing/empty-module.ts", import.meta.url).pathname },
    },
  });
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  try {
    const { forgetServer } = await runner.import<typeof import("@/lib/testing/forget-server")>(
      "/lib/testing/forget-server.ts",
    );
    forgetServer();
    return await use(await runner.import<Module>(path));
  } finally {
    await runner.close();
    await vite.close();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function asOwner(url: string, statement: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
