import "server-only";
import { createHash } from "node:crypto";
import ssh2, { type ClientChannel, type PublicKeyAuthMethod, type ServerHostKeyAlgorithm } from "ssh2";
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
/** Before somebody is let in, and beside the output: what a host says of itself, the exchange of keys, the frames. */
const mostBeside = 1024 * 1024;

/** No host proves its key by SHA-1. The order says which of several keys of a host is asked for. */
const hostKeyKinds: ServerHostKeyAlgorithm[] = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
];

/**
 * Runs one program on a host and gives back what it said. Throws what `acceptHost` throws, and nothing else; every
 * connection is closed again.
 */
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
  const client = new ssh2.Client();
  let isRightHost = true;
  let [watching, opening]: (NodeJS.Timeout | undefined)[] = [];
  let isOurs = false;
  const publicKey: PublicKeyAuthMethod = { type: "publickey", username: login.user, key: login.privateKey };
  // Next's types want a NODE_ENV in every environment.
  const env = { ...run.env } as NodeJS.ProcessEnv;
  try {
    return await new Promise((end, broken) => {
      const fail = (failure: SshFailure) => end(err(failure));
      signal.addEventListener("abort", () => fail("timeout"), { once: true });
      if (signal.aborted) return fail("timeout");
      let isIn = false;
      watching = setInterval(() => {
        if (!isIn && socket.bytesRead > mostBeside) fail("not-ssh");
        // What is no output is dropped unseen: it may be as endless as that.
        if (socket.bytesRead > 2 * run.maxBytes + mostBeside) fail("too-large");
      }, 250);
      client.on("error", (error) => fail(isRightHost ? failureOf(error, socket.bytesRead) : "host-key"));
      client.on("close", () => fail("unreachable"));
      client.once("ready", () => {
        isIn = true;
        opening = setTimeout(() => fail("timeout"), run.silentMs);
        client.exec(run.command, { env }, (error, channel) => {
          clearTimeout(opening);
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
          verify(key).then(answer, (error: unknown) => {
            isOurs = true;
            broken(error);
          });
        },
        readyTimeout: run.loginMs ?? loginMs,
        // Unpacked, a little is much, and it is unpacked before anybody counts it.
        algorithms: { serverHostKey: hostKeyKinds, compress: ["none"] },
        ident: "greenroom",
      });
    });
  } catch (error) {
    if (isOurs) throw error;
    // Of what ssh2 refuses to begin with: a key that it does not read.
    return err("key-refused");
  } finally {
    clearInterval(watching);
    clearTimeout(opening);
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
