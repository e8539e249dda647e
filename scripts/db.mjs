// node scripts/db.mjs -- <command...>: runs a command beside the embedded database, started or shared.
// The command sees DATABASE_URL (the owner, because it is mostly Prisma's tool), APP_DATABASE_URL and Prisma's engine.
import path from "node:path";
import { dataDir } from "./data-dir.mjs";
import { startEmbedded } from "./database/embedded-db.mjs";
import { inModules, inProject } from "./paths.mjs";
import { exitCodeOf } from "./processes.mjs";
import { explain, PlainError, say } from "./progress.mjs";

async function main() {
  const at = process.argv.indexOf("--");
  const [command, ...args] = at === -1 ? [] : process.argv.slice(at + 1);
  if (!command)
    throw new PlainError("say what to run: node scripts/db.mjs -- npx prisma migrate dev --name add-teams");
  const db = await startEmbedded({
    dir: path.join(dataDir(), "postgres"),
    name: `node scripts/db.mjs, process ${process.pid}`,
    log: say,
  });
  try {
    return await exitCodeOf(command, args, {
      env: {
        ...process.env,
        PATH: [inModules("node", "bin"), inModules(".bin"), process.env.PATH].join(path.delimiter),
        DATABASE_URL: db.ownerUrl,
        APP_DATABASE_URL: db.url,
        PRISMA_SCHEMA_ENGINE_BINARY: inProject("scripts/schema-engine.mjs"),
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    });
  } finally {
    await db.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
