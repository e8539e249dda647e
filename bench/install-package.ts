import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { print } from "./print-text";

/** Outside of the project: the programs of others never lie in it. */
export const defaultFolder = (): string =>
  resolve(
    process.env.GREENROOM_HOSTS_DIR ??
      join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "greenroom-hosts"),
  );

const patienceMs = 300_000;
const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
/** Where npm cannot be reached, ten packages in a row would wait more than a minute each. */
const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];

/** A package of npm; `id` names its folder. */
export type Installable = { id: string; package: string; version: string };

/**
 * The `node_modules/.bin` of the package in `folder`, where its programs lie if it has any. Null, and said with npm's
 * reason, when it is not there and cannot be fetched.
 */
export function installPackage(
  { id, package: name, version }: Installable,
  folder: string,
  say: (text: string) => void = print,
): string | null {
  const place = join(folder, `${id}-${version}`);
  const bin = join(place, "node_modules", ".bin");
  if (isThere(place, name)) return bin;
  const reason = fetchInto(place, `${name}@${version}`);
  if (isThere(place, name)) return bin;
  say(`${name} ${version} is not in ${folder} and cannot be fetched (${reason}): left out.`);
  return null;
}

const isThere = (place: string, name: string): boolean => existsSync(join(place, "node_modules", name));

/** What npm said last. The folder gets its name once all is in it, so that a killed installation is none. */
function fetchInto(place: string, wanted: string): string {
  mkdirSync(place, { recursive: true });
  const made = mkdtempSync(`${place}.`);
  try {
    writeFileSync(join(made, "package.json"), '{"private":true}');
    const { status, stderr, error } = spawnSync(
      "npm",
      ["install", ...quiet, ...patience, "--save-exact", wanted],
      { cwd: made, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout: patienceMs },
    );
    if (status === 0) {
      rmSync(place, { recursive: true, force: true });
      renameSync(made, place);
    }
    return error?.message ?? stderr.trim().split("\n")[0] ?? "";
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
