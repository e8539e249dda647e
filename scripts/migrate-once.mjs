// Applies migrations and ends: for a deployment that does so once, before any of its servers starts. Several at once wait
// for each other.
import { plainly } from "./database/database-errors.mjs";
import { migrate } from "./database/migrate.mjs";
import { inProject } from "./paths.mjs";
import { explain, PlainError, say } from "./progress.mjs";
import { databaseFromEnvironment, loadDotEnv, readDatabaseUrl } from "./server/server-environment.mjs";

try {
  loadDotEnv();
  const url = readDatabaseUrl("DATABASE_OWNER_URL") ?? databaseFromEnvironment()?.ownerUrl;
  if (!url) throw new PlainError("DATABASE_OWNER_URL is missing: the role that owns the schema");
  const applied = await migrate({ url, dir: inProject("prisma/migrations"), log: say });
  say(applied.length === 0 ? "Nothing to migrate" : `${applied.length} migrations applied`);
} catch (error) {
  explain(plainly(error));
  process.exitCode = 1;
}
