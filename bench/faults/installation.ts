import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../../scripts/processes.mjs";
import { pause } from "./outcome";

const recordSchema = z.object({ server: z.object({ pid: z.number() }) });

const script = join(import.meta.dirname, "../../scripts/start.mjs");
const startLimitMs = 180_000;

export type Answer = { status: number; text: string; seconds: number };

/** One `npm start` on a data folder, as an operator has it. */
export class Installation {
  out = "";
  errors = "";
  readonly ended: Promise<number | null>;
  readonly data: string;
  readonly port: number;
  readonly child: ChildProcess;
  private cookie = "";

  private constructor(data: string, port: number, child: ChildProcess) {
    this.data = data;
    this.port = port;
    this.child = child;
    child.stdout?.on("data", (text) => {
      this.out += text;
    });
    child.stderr?.on("data", (text) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => child.once("close", resolve));
  }

  static async launch(data: string, env: Record<string, string> = {}): Promise<Installation> {
    const port = await freePort();
    const child = spawn(process.execPath, [script, "--port", String(port)], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", GREENROOM_DATA: data, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new Installation(data, port, child);
  }

  /** Launches and waits until it says that it is ready; throws with what it said when it ends before. */
  static async start(data: string, env: Record<string, string> = {}): Promise<Installation> {
    const launched = await Installation.launch(data, env);
    const until = performance.now() + startLimitMs;
    while (!launched.out.includes("Greenroom is ready")) {
      if (launched.child.exitCode !== null || performance.now() > until) {
        launched.child.kill();
        throw new Error(`did not start: ${launched.out}\n${launched.errors}`);
      }
      await pause(50);
    }
    return launched;
  }

  get said(): string {
    return `${this.out}\n${this.errors}`;
  }

  /** The last line of what it said on standard error, without the word before it. */
  get reason(): string {
    return (
      this.errors
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^Error: /, "") ?? ""
    );
  }

  get serverPid(): number {
    const text = readFileSync(join(this.data, `server-${this.port}.json`), "utf8");
    return recordSchema.parse(JSON.parse(text)).server.pid;
  }

  get postgresPid(): number {
    const file = join(this.data, "postgres/pgdata/postmaster.pid");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  }

  /** Asks as the person who claimed it. Status 0: no answer within `limitMs`. */
  async ask(path: string, { limitMs = 40_000, ...options }: AskOptions = {}): Promise<Answer> {
    const startMs = performance.now();
    const took = () => (performance.now() - startMs) / 1000;
    try {
      const response = await this.open(path, { ...options, signal: AbortSignal.timeout(limitMs) });
      for (const each of response.headers.getSetCookie()) this.cookie = each.split(";")[0] ?? this.cookie;
      return { status: response.status, text: await response.text(), seconds: took() };
    } catch (error) {
      return { status: 0, text: String(error), seconds: took() };
    }
  }

  /** The same, without waiting for the answer's end: for streams. */
  open(path: string, { body, method, key, signal, stream = false }: OpenOptions = {}): Promise<Response> {
    const who: Record<string, string> = key ? { authorization: `Bearer ${key}` } : { cookie: this.cookie };
    return fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
      headers: {
        ...who,
        ...(stream ? { accept: "text/event-stream" } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      method: method ?? (body ? "POST" : "GET"),
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  }

  /** Of the person who claimed it, for programs that send requests of their own. */
  get cookies(): string {
    return this.cookie;
  }

  /** A copy has the same sessions, sealed with the same secret. */
  takeCookieOf(other: Installation): void {
    this.cookie = other.cookie;
  }

  async claim(): Promise<void> {
    while (!/#[\w-]+\n/.test(this.out)) await pause(25);
    const token = /#([\w-]+)\n/.exec(this.out)?.[1];
    const person = { name: "Ines", email: "ines@example.test", password: `drill-${randomUUID()}` };
    const { status, text } = await this.ask("/setup/claim", {
      body: { token, ...person, workspaceName: "Drill" },
    });
    if (status !== 201) throw new Error(`could not be claimed: ${status} ${text}`);
  }

  /** Asks it to stop as a service manager does; resolves to the seconds until all of it has. */
  async stop(): Promise<number> {
    const startMs = performance.now();
    this.child.kill("SIGTERM");
    await this.ended;
    return (performance.now() - startMs) / 1000;
  }
}

type OpenOptions = AskOptions & { signal?: AbortSignal; stream?: boolean };
/** `method`: by whether there is a body when absent. */
type AskOptions = { body?: unknown; method?: "PUT"; key?: string | undefined; limitMs?: number };
