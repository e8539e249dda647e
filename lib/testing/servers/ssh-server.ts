import { spawn } from "node:child_process";
import type { AddressInfo, Server as NetServer } from "node:net";
import { type AuthContext, type CompressionAlgorithm, Server, type ServerChannel, utils } from "ssh2";
import { onTestFinished } from "vitest";
import { fingerprintOf } from "@/lib/platform/run-over-ssh";
import { makeSshKey } from "@/lib/platform/ssh-key";

type SeenCommand = { user: string; command: string; env: Record<string, string> };

type Options = {
  /** The private key of the host; a new one where it is left out. */
  hostKey?: string;
  /** A free one where it is left out. */
  port?: number;
  /** Whose public line gets in; any where it is left out, none where it is "". */
  lets?: () => string;
  /** What a program does; null refuses to run it. */
  run?: ((channel: ServerChannel, seen: SeenCommand) => void) | null;
  /** False: who wants to run something is told nothing. */
  answersCommands?: boolean;
  /** Its ways of packing; ssh2's own where it is left out. */
  compress?: CompressionAlgorithm[];
  /** Variables that its users may set. */
  accepts?: readonly string[];
  /** Before anybody is asked who they are. */
  onAuthentication?: (context: AuthContext) => boolean;
};

type SshServer = { port: number; fingerprint: string; seen: SeenCommand[]; close: () => void };

/** An ssh server on loopback that does as a test says, until the test ends. */
export async function startSshServer({
  hostKey = makeSshKey().privateKey,
  port = 0,
  lets,
  run,
  answersCommands = true,
  compress,
  accepts = ["GIT_PROTOCOL"],
  onAuthentication = () => false,
}: Options = {}): Promise<SshServer> {
  const seen: SeenCommand[] = [];
  const connections = new Set<{ end: () => void }>();
  const server = new Server(
    { hostKeys: [hostKey], ...(compress && { algorithms: { compress } }) },
    (client) => {
      connections.add(client);
      let user = "";
      client.on("error", () => {});
      client.on("authentication", (context) => {
        if (onAuthentication(context)) return;
        user = context.username;
        if (context.method === "publickey" && isRightKey(context, lets?.())) context.accept();
        else context.reject(["publickey"]);
      });
      client.on("session", (accept) => {
        const env: Record<string, string> = {};
        const session = accept();
        session.on("env", (take, refuse, { key, val }) => {
          if (!accepts.includes(key)) return refuse?.();
          env[key] = val;
          take?.();
        });
        session.on("exec", (take, refuse, { command }) => {
          if (!answersCommands) return;
          const one = { user, command, env };
          seen.push(one);
          if (!run) return refuse();
          const channel = take();
          channel.on("error", () => {});
          run(channel, one);
        });
      });
    },
  );
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const close = () => {
    for (const one of connections) one.end();
    server.close();
  };
  onTestFinished(close);
  const parsed = utils.parseKey(hostKey);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error("This is no key of a host.");
  return { port: portOf(server), fingerprint: fingerprintOf(parsed.getPublicSSH()), seen, close };
}

function portOf(server: Pick<NetServer, "address">): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

function isRightKey(
  context: Extract<AuthContext, { method: "publickey" }>,
  line: string | undefined,
): boolean {
  if (line === "") return false;
  const known = line === undefined ? context.key.data : Buffer.from(line.split(" ")[1] ?? "", "base64");
  if (!known.equals(context.key.data)) return false;
  if (!context.signature || !context.blob) return true;
  const key = utils.parseKey(`${context.key.algo} ${context.key.data.toString("base64")}`);
  if (key instanceof Error || Array.isArray(key)) return false;
  return key.verify(context.blob, context.signature, context.hashAlgo) === true;
}

/** Runs git's own programs in a folder, as a login on a host of repositories does. */
export const runGit =
  (folder: string): NonNullable<Options["run"]> =>
  (channel, { command, env }) => {
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: folder,
      env: {
        NODE_ENV: "test",
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: "1",
        ...env,
      },
    });
    channel.pipe(child.stdin);
    child.stdin.on("error", () => {});
    child.stdout.pipe(channel, { end: false });
    child.stderr.pipe(channel.stderr, { end: false });
    channel.on("close", () => child.kill());
    child.on("close", (code) => {
      channel.exit(code ?? 1);
      channel.end();
    });
  };
