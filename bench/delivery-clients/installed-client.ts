import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Ended, runUntilEnded } from "../run-until-ended";

export type ClientHome = {
  /** A folder to install into, made when it is not there. */
  project: (name: string) => string;
  /** Runs the program on this Node in that folder until it ends. */
  start: (project: string, args: readonly string[]) => Promise<Ended>;
};

const patienceMs = 120_000;

/** A home folder of its own for a client, which is taken away afterwards. It tells nobody what it does. */
export async function withClientHome(
  program: string,
  work: (home: ClientHome) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "delivery-client-"));
  const env = {
    HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    CI: "1",
    NO_COLOR: "1",
  };
  const start: ClientHome["start"] = (cwd, args) =>
    runUntilEnded(process.execPath, [program, ...args], {
      cwd,
      env: { ...process.env, ...env },
      timeout: patienceMs,
    });
  const project = (name: string) => {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  try {
    await work({ project, start });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Every file below a folder by its path, as base64; nothing for a folder that is not there. */
export function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file, "base64")]));
}
