import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ended, runUntilEnded } from "../run-until-ended";

export type ClientHome = { home: string; start: (program: string, ...args: string[]) => Promise<Ended> };

const patienceMs = 180_000;

/** A home folder of its own, in which programs run and which is taken away afterwards. They tell nobody what they do. */
export async function withHome<T>(work: (home: ClientHome) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "git-client-"));
  const env = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    NODE_ENV: "production" as const,
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    CI: "1",
    NO_COLOR: "1",
    LC_ALL: "C",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const start = (program: string, ...args: string[]) =>
    runUntilEnded(program, args, { cwd: home, env, timeout: patienceMs });
  try {
    return await work({ home, start });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
