import { buildIfStale } from "../../scripts/build-steps.mjs";
import { startTestServer, type TestServer } from "../../scripts/test-server.mjs";
import { withModule } from "./run-on-database";

/**
 * Uses a module of the server's beside a real server process, on the fresh database of that server: what the module
 * writes, the server serves.
 */
export async function withServer<Module>(
  path: string,
  use: (module: Module, server: TestServer) => Promise<number>,
): Promise<number> {
  await buildIfStale();
  const server = await startTestServer({ onDisk: true });
  Object.assign(process.env, {
    DATABASE_URL: server.databaseUrl,
    LOG_LEVEL: "silent",
    GREENROOM_URL: server.baseUrl,
    GREENROOM_SECRET: server.secret,
  });
  try {
    return await withModule<Module>(path, (module) => use(module, server));
  } finally {
    await server.stop();
  }
}
