import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Outside of the project: the programs of others never lie in it. */
export const defaultFolder = (): string =>
  resolve(
    process.env.GREENROOM_HOSTS_DIR ??
      join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "greenroom-hosts"),
  );

const patienceMs = 300_000;

/** A package of npm; `id` names its folder. */
export type Installable = { id: string; package: string; version: string };

/** Where the host's programs lie; null when it is not installed and cannot be fetched. */
export function installHost({ id, package: name, version }: Installable, folder: string): string | null {
  const place = join(folder, `${id}-${version}`);
  const bin = join(place, "node_modules", ".bin");
  if (existsSync(bin)) return bin;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), '{"private":true}');
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--silent", "--save-exact", `${name}@${version}`],
    { cwd: place, stdio: ["ignore", "ignore", "pipe"], timeout: patienceMs },
  );
  return status === 0 && existsSync(bin) ? bin : null;
}
