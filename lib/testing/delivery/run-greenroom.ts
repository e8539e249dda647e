import { spawn } from "node:child_process";
import path from "node:path";
import { z } from "zod";

const program = path.join(process.cwd(), "scripts", "greenroom.mjs");
/** What the program keeps of its own work; shared by all tests, as it goes by the content of files. */
const cacheHome = path.join(process.cwd(), "node_modules", ".cache", "client-tests");

export type Ran = {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
  /** The JSON document of the answer. */
  document: () => Record<string, unknown>;
};

export type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  /** The Node to run it on. */
  node?: string;
  /** Called with the running program, to end it for example. */
  meanwhile?: (child: { kill: (signal: NodeJS.Signals) => boolean }) => void;
};

/** Runs the real `greenroom` as a process of its own, with no settings but these. */
export function runGreenroom(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd = process.cwd(), env = {}, input = "", node = process.execPath, meanwhile } = options;
  const child = spawn(node, [program, ...args], {
    cwd,
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: cwd, XDG_CACHE_HOME: cacheHome, ...env },
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  meanwhile?.(child);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const document = () => z.record(z.string(), z.unknown()).parse(JSON.parse(out));
      resolve({ code, signal, out, err, document });
    });
  });
}
