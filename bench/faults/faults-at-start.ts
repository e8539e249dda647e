import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "../../scripts/database/embedded-db.mjs";
import { Installation } from "./installation";
import { drill, type Outcome, type Told } from "./outcome";

/** A refusal takes seconds; on a busy machine a start alone takes some. */
const refusedWithinMs = 30_000;

/** Faults that a start must refuse, each on a copy of its own of the stopped installation `original`. */
export async function faultsAtStart(original: string, folder: string): Promise<Outcome[]> {
  const copy = (name: string): string => {
    const to = join(folder, name);
    execFileSync("cp", ["-a", original, to]);
    return to;
  };
  const refused = (fault: string, reason: RegExp, prepare: (data: string) => unknown): Promise<Outcome> =>
    drill(fault, "the start is refused with the reason", async () => {
      const data = copy("refused");
      try {
        await prepare(data);
        return await expectRefusal(data, reason);
      } finally {
        rmSync(data, { recursive: true, force: true });
      }
    });
  const inMigrations = (sql: string) => (data: string) => inDatabase(data, sql);
  return [
    await refused("short secret", /^the secret in .+ has 5 characters/, (data) =>
      writeFileSync(join(data, "secret"), "short"),
    ),
    await refused("no secret", /^the secret is missing/, (data) => rmSync(join(data, "secret"))),
    await refused("secret is a folder", /is a folder; put the file back/, (data) => {
      rmSync(join(data, "secret"));
      mkdirSync(join(data, "secret"));
    }),
    await refused("secret of another installation", /^the server stopped while it was starting/, (data) =>
      writeFileSync(join(data, "secret"), "of-another-installation-0123456789abcdef"),
    ),
    await refused(
      "newer schema",
      /^this database was migrated by a newer .+ 2999_newer/,
      inMigrations(
        "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('n', 'x', '2999_newer', now())",
      ),
    ),
    await refused(
      "changed migration",
      /^this database was migrated with another text of the migration/,
      inMigrations("UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%_init'"),
    ),
    await refused(
      "half-applied migration",
      /half-applied migration/,
      inMigrations("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_init'"),
    ),
    await refused("damaged database", /^the embedded database did not start: .+ Its log is /, (data) =>
      writeFileSync(join(data, "postgres/pgdata/global/pg_control"), ""),
    ),
    await onSmallDisk("full disk at the start", original, folder, async (disk) => {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - 1024 * 1024));
      return expectRefusal(disk, /disk of .+ is full: .+ free some space/);
    }),
    await onSmallDisk("read-only folder", original, folder, async (disk) => {
      execFileSync("mount", ["-o", "remount,ro", disk]);
      return expectRefusal(disk, /^cannot write to the data folder .+ \(EROFS\)/);
    }),
  ];
}

async function expectRefusal(data: string, reason: RegExp): Promise<Told> {
  const startMs = performance.now();
  const launched = await Installation.launch(data);
  const code = await Promise.race([
    launched.ended,
    new Promise<"late">((resolve) => setTimeout(() => resolve("late"), refusedWithinMs)),
  ]);
  if (code === "late") {
    await launched.stop();
    return { told: `nothing within 30 s: ${launched.said}`, holds: false };
  }
  const isSilent = !launched.out.includes("Greenroom is ready");
  const inTime = performance.now() - startMs < refusedWithinMs;
  return {
    told: `exit ${code}: ${launched.errors
      .trim()
      .split("\n")
      .join(" / ")
      .replace(/^Error: /, "")}`,
    holds: code === 1 && isSilent && inTime && reason.test(launched.reason),
  };
}

async function inDatabase(data: string, sql: string): Promise<void> {
  const db = await startEmbedded({ dir: join(data, "postgres") });
  const client = new pg.Client({ connectionString: db.ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await client.query(sql);
  await client.end();
  await db.stop();
}

/** A drill on a disk of its own, which only root may mount, and not everywhere. */
export function onSmallDisk(
  fault: string,
  original: string,
  folder: string,
  run: (disk: string) => Promise<Told>,
): Promise<Outcome> {
  return drill(fault, "the reason is told, and nothing is lost", async () => {
    const disk = join(folder, "disk");
    mkdirSync(disk, { recursive: true });
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", disk], { stdio: "pipe" });
    } catch {
      return { told: "left out: this account cannot mount a disk here", holds: null };
    }
    try {
      execFileSync("cp", ["-a", `${original}/.`, disk]);
      return await run(disk);
    } finally {
      execFileSync("umount", ["-l", disk]);
    }
  });
}
