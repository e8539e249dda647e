import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type RawCall, withFolder } from "@/lib/hosts/with-folder";
import type { TokenCounter } from "@/lib/runtime/ports";
import type { Host } from "./hosts";
import { startScriptedModel } from "./scripted-model";

export type HostRun = {
  /** Bodies of the requests that offered tools, in order. */
  requests: Record<string, unknown>[];
  /** Where the host saw the skills, and where it was started. */
  skills: string;
  project: string;
};

const patienceMs = 120_000;

type Told = { bin: string; message: string; model: string; leave?: "all" };

/** One headless session of the host with a scripted model. */
export async function runHost(
  host: Host,
  options: Told & { skills: string; calls: readonly RawCall[]; countTokens: TokenCounter },
): Promise<HostRun> {
  return withHome(host, options.skills, async ({ skills, project, start }) => {
    const calls = options.calls.map((call) => withFolder(call, skills));
    const model = await startScriptedModel(calls, options.countTokens);
    try {
      const errors = await start({ ...options, base: model.base });
      if (model.requests.length <= calls.length)
        throw new Error(
          `${host.id} made ${model.requests.length} requests of ${calls.length + 1}. ${errors}`,
        );
      return { requests: model.requests, skills, project };
    } finally {
      model.close();
    }
  });
}

type Home = {
  skills: string;
  project: string;
  /** Runs the host until it ends, with the model at this address; answers what it said on its error output. */
  start: (options: Told & { base: string }) => Promise<string>;
};

/** A home folder of a host with these skills, which is taken away afterwards. */
export async function withHome<T>(host: Host, from: string, work: (home: Home) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), `home-${host.id}-`));
  const [project, skills] = [join(home, "project"), join(home, host.skills)];
  mkdirSync(project);
  cpSync(from, skills, { recursive: true });
  for (const [path, text] of Object.entries(host.files ?? {})) writeFileSync(join(home, path), text);
  const start: Home["start"] = (options) => {
    const { command, args, env } = host.start(options);
    return ended(command, args, {
      cwd: project,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: home,
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        ...env,
      },
    });
  };
  try {
    return await work({ skills, project, start });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What it said on its error output; it is ended when it takes too long. */
function ended(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  return new Promise((resolve) => {
    // @ts-expect-error The types want NODE_ENV, which a host is not to have.
    const env: NodeJS.ProcessEnv = options.env;
    const child = spawn(command, args, { cwd: options.cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (part) => {
      errors = `${errors}${part}`.slice(-600);
    });
    const late = setTimeout(() => child.kill(), patienceMs);
    const done = () => {
      clearTimeout(late);
      resolve(errors);
    };
    child.on("error", done);
    child.on("close", done);
  });
}
