import "server-only";
import { createHash } from "node:crypto";
import { Client, type ClientChannel, type PublicKeyAuthMethod, type ServerHostKeyAlgorithm } from "ssh2";
import { err, ok, type Result } from "@/lib/kernel/result";
import { dialHost } from "./dial-host";
import type { Resolve } from "./guarded-fetch";

export type SshFailure =
  | "address"
  | "unreachable"
  | "timeout"
  | "not-ssh"
  | "host-key"
  | "key-refused"
  | "no-channel"
  | "too-large";

export type SshLogin = {
  host: string;
  port: number;
  user: string;
  privateKey: string;
  /** Whether a host with this key ("SHA256:…", as OpenSSH prints it) is the right one; asked before anything is told to it. */
  acceptHost: (fingerprint: string) => Promise<boolean>;
  resolve?: Resolve | undefined;
};

export type SshRun = {
  /** One line for the shell of the user; quoting is whoever asks's. */
  command: string;
  env: Readonly<Record<string, string>>;
  /** Told each piece of what the program says. What it answers once goes to the program as its whole input; "enough" ends it. */
  onPiece: (piece: Buffer) => Uint8Array | "enough" | null;
  maxBytes: number;
  /** Until somebody is let in, between two pieces, and for the whole of it. */
  loginMs?: number;
  silentMs: number;
  wholeMs: number;
  isTooSlow: (pace: { ms: number; bytes: number }) => boolean;
};

/** `said`: the beginning of what the program says to people. `code` is null where it was ended by a signal or here. */
export type SshAnswer = { output: Buffer; said: string; code: number | null };

const loginMs = 20_000;
const mostSaid = 4_000;
/** Before somebody is let in: what a host may say of itself, and the exchange of keys. */
const mostGreeting = 1024 * 1024;

/** SHA-1 signs nothing here. The order says which of several keys of a host is asked for. */
const hostKeyKinds: ServerHostKeyAlgorithm[] = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
];

/** Runs one program on a host and gives back what it said. Never throws; every connection is closed again. */
export async function runOverSsh(
  login: SshLogin,
  run: SshRun,
  stop: AbortSignal,
): Promise<Result<SshAnswer, SshFailure>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(run.wholeMs)]);
  const { host, port, resolve } = login;
  const dialled = await dialHost({ host, port, signal, resolve });
  if (!dialled.ok) return dialled;
  const socket = dialled.value;
  const client = new Client();
  let isRightHost = true;
  let watching: NodeJS.Timeout | undefined;
  const publicKey: PublicKeyAuthMethod = { type: "publickey", username: login.user, key: login.privateKey };
  // Next's types want a NODE_ENV in every environment.
  const env = { ...run.env } as NodeJS.ProcessEnv;
  try {
    return await new Promise((end) => {
      const fail = (failure: SshFailure) => end(err(failure));
      signal.addEventListener("abort", () => fail("timeout"), { once: true });
      if (signal.aborted) return fail("timeout");
      watching = setInterval(() => {
        if (socket.bytesRead > mostGreeting) fail("not-ssh");
      }, 250);
      client.on("error", (error) => fail(isRightHost ? failureOf(error, socket.bytesRead) : "host-key"));
      client.on("close", () => fail("unreachable"));
      client.once("ready", () => {
        clearInterval(watching);
        client.exec(run.command, { env }, (error, channel) => {
          if (error) return fail("no-channel");
          readChannel(
            channel,
            { ...run, isConnected: () => !socket.destroyed && !socket.readableEnded },
            end,
          );
        });
      });
      const verify = async (key: Buffer): Promise<boolean> => {
        isRightHost = await login.acceptHost(fingerprintOf(key));
        return isRightHost;
      };
      client.connect({
        sock: socket,
        username: login.user,
        authHandler: [publicKey],
        hostVerifier: (key: Buffer, answer: (isRight: boolean) => void) => {
          verify(key).then(answer, () => fail("unreachable"));
        },
        readyTimeout: run.loginMs ?? loginMs,
        algorithms: { serverHostKey: hostKeyKinds },
        ident: "greenroom",
      });
    });
  } catch {
    // Of what ssh2 refuses to begin with: a key that it does not read.
    return err("key-refused");
  } finally {
    clearInterval(watching);
    // What comes after the end is nobody's any more.
    client.removeAllListeners().on("error", () => {});
    client.end();
    socket.destroy();
  }
}

/** As OpenSSH prints it. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

function readChannel(
  channel: ClientChannel,
  { onPiece, maxBytes, silentMs, isTooSlow, isConnected }: SshRun & { isConnected: () => boolean },
  end: (result: Result<SshAnswer, SshFailure>) => void,
): void {
  const begunAt = performance.now();
  const pieces: Buffer[] = [];
  let [bytes, said] = [0, ""];
  let code: number | null | undefined;
  const whole = () => end(ok({ output: Buffer.concat(pieces), said, code: code ?? null }));
  let silence: NodeJS.Timeout | undefined;
  const close = (then: () => void) => {
    clearTimeout(silence);
    then();
    channel.removeAllListeners().on("error", () => {});
    channel.stderr.removeAllListeners().on("error", () => {});
    channel.destroy();
  };
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(() => close(() => end(err("timeout"))), silentMs);
  };
  const count = (size: number): boolean => {
    hear();
    bytes += size;
    if (bytes > maxBytes) close(() => end(err("too-large")));
    else if (isTooSlow({ ms: performance.now() - begunAt, bytes })) close(() => end(err("timeout")));
    else return true;
    return false;
  };
  hear();
  channel.on("data", (piece: Buffer) => {
    if (!count(piece.length)) return;
    pieces.push(piece);
    const answer = onPiece(piece);
    if (answer === "enough") close(whole);
    else if (answer) channel.end(answer);
  });
  channel.stderr.on("data", (piece: Buffer) => {
    if (count(piece.length) && said.length < mostSaid)
      said = (said + piece.toString("utf8")).slice(0, mostSaid);
  });
  channel.on("exit", (ended: number | null) => {
    code = ended;
  });
  channel.on("error", () => close(() => end(err("unreachable"))));
  // What was lost on the way closes it too, but then nobody has said how the program ended.
  channel.on("close", () =>
    close(code !== undefined || isConnected() ? whole : () => end(err("unreachable"))),
  );
}

function failureOf(error: Error & { level?: string; code?: string }, bytesRead: number): SshFailure {
  if (error.level === "client-authentication") return "key-refused";
  if (error.level === "client-timeout") return "timeout";
  const isLost = error.level === "client-socket" || error.code !== undefined || bytesRead === 0;
  return isLost ? "unreachable" : "not-ssh";
}
