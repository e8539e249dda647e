import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { makeSshKey } from "@/lib/platform/ssh-key";
import { freePort } from "../../../scripts/processes.mjs";

const program = "/usr/sbin/sshd";

/** Whether this machine has OpenSSH's server. */
export const hasSshd = existsSync(program);

/**
 * OpenSSH's own server on loopback, until the test ends; it lets in who has the key, as whoever runs the tests.
 * `accepts`: variables that they may set. `only`: what is run whatever is asked for.
 */
export async function startSshd(
  publicKey: string,
  { accepts = "GIT_PROTOCOL", only }: { accepts?: string | null; only?: string } = {},
): Promise<{ port: number; user: string }> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-sshd-"));
  const port = await freePort();
  const { username: user, uid } = userInfo();
  // Of root it wants a place without anything in it.
  if (uid === 0) await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  await writeFile(join(folder, "host"), makeSshKey().privateKey);
  await chmod(join(folder, "host"), 0o600);
  await writeFile(join(folder, "keys"), `${only ? `command="${only}" ` : ""}${publicKey}\n`);
  const config = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/keys`,
    "PidFile none",
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    ...(accepts === null ? [] : [`AcceptEnv ${accepts}`]),
  ];
  await writeFile(join(folder, "config"), `${config.join("\n")}\n`);
  const child = spawn(program, ["-D", "-e", "-f", join(folder, "config")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2_000);
  });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  for (let tried = 0; tried < 100; tried += 1) {
    if (await isListening(port)) return { port, user };
    await sleep(50);
  }
  throw new Error(`sshd did not begin: ${said}`);
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => answer(false));
    socket.on("connect", () => {
      socket.destroy();
      answer(true);
    });
  });
