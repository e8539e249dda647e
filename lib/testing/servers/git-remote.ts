import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runBackend } from "./git-http-backend";

const run = promisify(execFile);

/** One request as the remote got it. */
export type SeenRequest = { method: string; path: string; authorization: string | null };

export type GitRemote = {
  /** "http://127.0.0.1:1234" */
  origin: string;
  /** Of the bare repository behind it. */
  url: string;
  /** Where the bare repository lies, and whatever a test clones. */
  folder: string;
  git: (...args: string[]) => Promise<string>;
  /** Of the bare repository: "" where there is no such branch. */
  head: (branch?: string) => Promise<string>;
  /** A shell script that receive-pack asks before it takes anything, or tells of it afterwards; it runs in the repository. */
  hook: (script: string, name?: "pre-receive" | "post-receive") => Promise<void>;
  seen: SeenRequest[];
  /** Ends it, and takes its folder away. */
  close: () => Promise<void>;
};

/** Answers a request itself and says so, or leaves it to git. */
export type Meddle = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const path = "/usr/local/bin:/usr/bin:/bin";

/** Whether this machine has git with its server program, which some systems keep in another package. */
export const hasGit = existsSync(
  join(
    spawnSync("git", ["--exec-path"], { env: { NODE_ENV: "test", PATH: path } })
      .stdout?.toString()
      .trim() ?? "",
    "git-http-backend",
  ),
);

/**
 * git's own server program on loopback, behind HTTP as web servers run it, with a bare repository that takes pushes from
 * `user` (as "name:token"; from anybody without one), until it is closed.
 */
export async function startGitRemote(options: { user?: string; meddle?: Meddle } = {}): Promise<GitRemote> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-remote-"));
  const env = {
    NODE_ENV: "test" as const,
    PATH: path,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
  const git = async (...args: string[]) => {
    const { stdout, stderr } = await run("git", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  };
  await git("init", "-q", "--bare", "-b", "main", "skills.git");
  for (const setting of ["http.receivepack", "receive.fsckObjects"])
    await git("-C", "skills.git", "config", setting, "true");
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const authorization = incoming.headers.authorization ?? null;
    seen.push({ method: incoming.method ?? "", path: incoming.url ?? "", authorization });
    if (options.meddle?.(incoming, outgoing)) return;
    const wanted = options.user && `Basic ${Buffer.from(options.user).toString("base64")}`;
    const isAnonymous = authorization === null && !incoming.url?.includes("receive-pack");
    if (wanted && authorization !== wanted && !isAnonymous) {
      outgoing.writeHead(401, { "WWW-Authenticate": 'Basic realm="git"' }).end();
      return;
    }
    runBackend(folder, incoming, outgoing);
  });
  const origin = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    origin,
    url: `${origin}/skills.git`,
    folder,
    git,
    seen,
    close,
    head: async (branch = "main") => {
      const found = await git(
        "-C",
        "skills.git",
        "for-each-ref",
        `refs/heads/${branch}`,
        "--format=%(objectname)",
      );
      return found.trim();
    },
    hook: async (script, name = "pre-receive") => {
      const file = join(folder, "skills.git/hooks", name);
      await writeFile(file, `#!/bin/sh\n${script}\n`);
      await chmod(file, 0o755);
    },
  };
}

/** Listens on a free port of loopback; its origin. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}
