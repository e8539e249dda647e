import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { testDatabase } from "./database";

/** The project's own, which takes types out by itself. */
const node = path.join(process.cwd(), "node_modules", "node", "bin", "node");

const lookForMirrors = `
  const { runTypescript } = await import("./scripts/run-typescript.mjs");
  const { pushDueMirrors } = await runTypescript("lib/mirrors/commands/push-due-mirrors.ts");
  const { database } = await runTypescript("lib/db/client.ts");
  const pushed = await pushDueMirrors({ db: database() }, () => new Date());
  process.stdout.write(String(pushed), () => process.exit());
`;

/** Goes on until it is killed. */
export const tryTrials = `
  const { runTypescript } = await import("./scripts/run-typescript.mjs");
  const { keepTrying } = await runTypescript("lib/proof/commands/keep-trying.ts");
  await keepTrying();
  setInterval(() => void keepTrying(), 500);
`;

export type AnotherServer = {
  /** Waits until something is so. Throws, with what it said last, when the process ends before. */
  until: (isSo: () => boolean) => Promise<void>;
  /** Ends it as `kill -9` does; answers once it is gone. */
  kill: () => Promise<void>;
  /** How many mirrors it has pushed, once it has ended by itself. */
  pushed: () => Promise<number>;
};

/**
 * A process of its own on this test's database that does what every server does by itself: looks once which mirrors are to
 * be pushed, unless it is given something else to do.
 */
export function startAnotherServer(work: string = lookForMirrors): AnotherServer {
  const { GREENROOM_SECRET, PATH } = process.env;
  const child = spawn(node, ["--input-type=module", "--eval", work], {
    env: {
      NODE_ENV: "test",
      PATH,
      LOG_LEVEL: "silent",
      GREENROOM_SECRET,
      GREENROOM_ALLOWED_HOSTS: "127.0.0.1",
      DATABASE_URL: testDatabase().url,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const closed = once(child, "close");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  return {
    kill,
    until: async (isSo) => {
      while (!isSo()) {
        if (hasEnded()) throw new Error(`The other server has ended (${child.exitCode}): ${out}${said}`);
        await wait(25);
      }
    },
    pushed: async () => {
      await closed;
      if (child.exitCode !== 0) throw new Error(`The other server failed (${child.exitCode}): ${said}`);
      return Number(out);
    },
  };
}
