import "server-only";
import type { ChildProcess } from "node:child_process";
import { log } from "@/lib/platform/log";
import { simulatedShellAbout } from "../backend-words";
import { findMissing } from "../find-missing";
import { type ChildEnd, ChildLines, type ChildMessage } from "../internal/child-messages";
import { endConfined, residentMiB, startConfined } from "../internal/confined-process";
import { mostGivenBytes } from "../limits";
import type {
  ExecutionBackend,
  ExecutionEnd,
  ExecutionNews,
  ExecutionRequest,
  ExecutionResult,
  Output,
} from "../ports";

const watchMs = 50;

/**
 * A shell that is a program of its own over files in memory, with Python and JavaScript as WebAssembly: one process for
 * each execution, which is killed whatever it does. Where it says what is missing, that is a result.
 */
export const simulatedShell: ExecutionBackend = { ...simulatedShellAbout, run };

type Options = { signal: AbortSignal; tell: (news: ExecutionNews) => void };

async function run(request: ExecutionRequest, { signal, tell }: Options): Promise<ExecutionResult> {
  const given = request.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (given > mostGivenBytes)
    throw new RangeError(`${given} bytes were given; ${mostGivenBytes} is the limit.`);
  if (signal.aborted)
    return resultOf("stopped", null, { startedMs: 0, ranMs: 0, told: { stdout: "", stderr: "" } });
  const startedAt = performance.now();
  const child = startConfined(request.limits);
  let beganAt: number | null = null;
  let ended: ChildEnd | null = null;
  let end: ExecutionEnd | null = null;
  const told = { stdout: "", stderr: "" };
  const stop = (why: ExecutionEnd) => {
    end ??= why;
    endConfined(child);
  };
  const take = (message: ChildMessage) => {
    if (message.kind === "began") beganAt ??= performance.now();
    if (message.kind === "output") told[message.stream] += message.text;
    if (message.kind === "ended") ended ??= message;
    else if (ended === null) tell(message);
  };
  const unwatch = watch(child, request, { signal, stop });
  const said = listen(child, request, { take, stop });
  send(child, request);
  const code = await exitOf(child);
  unwatch();
  const at = performance.now();
  const times = {
    startedMs: Math.round((beganAt ?? at) - startedAt),
    ranMs: Math.round(at - (beganAt ?? at)),
  };
  // What it said before it was killed still holds when it had come to its end.
  const whole = ended as ChildEnd | null;
  if (whole !== null && (end === null || code.exitCode === 0))
    return resultOf("exited", whole, { ...times, told });
  const why = end ?? endOfCode(code, said());
  if (why === "crashed") log.warn({ ...code, said: said().slice(-500) }, "the process of a script crashed");
  return resultOf(why, null, { ...times, told });
}

/** Its limits, and whoever stops it. */
function watch(
  child: ChildProcess,
  { limits }: ExecutionRequest,
  { signal, stop }: { signal: AbortSignal; stop: (why: ExecutionEnd) => void },
): () => void {
  const onAbort = () => stop("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  const deadline = setTimeout(() => stop("time"), limits.wallMs);
  const memory = setInterval(() => {
    if ((residentMiB(child) ?? 0) > limits.memoryMiB) stop("memory");
  }, watchMs);
  return () => {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(deadline);
    clearInterval(memory);
  };
}

/** Answers what it wrote to stderr, which only a crash does. */
function listen(
  child: ChildProcess,
  { limits }: ExecutionRequest,
  { take, stop }: { take: (message: ChildMessage) => void; stop: (why: ExecutionEnd) => void },
): () => string {
  const lines = new ChildLines(
    (limits.outputBytes * 2 + limits.madeBytes) * 2 + limits.outputBytes * 16 + limits.observed * 8_192,
  );
  child.stdio[3]?.on("data", (piece: Uint8Array) => {
    const messages = lines.read(piece);
    if (messages) for (const message of messages) take(message);
    else stop("crashed");
  });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    said = (said + piece).slice(-4_000);
  });
  return () => said;
}

function send(child: ChildProcess, { files, ...request }: ExecutionRequest): void {
  // Who dies before all of it came is told by its exit.
  child.stdin?.on("error", () => {});
  const packed = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString("base64") }));
  child.stdin?.end(JSON.stringify({ ...request, files: packed }));
}

type Exit = { exitCode: number | null; signal: NodeJS.Signals | null };

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
    child.once("error", () => resolve({ exitCode: null, signal: null }));
  });

function endOfCode({ signal }: Exit, said: string): ExecutionEnd {
  if (signal === "SIGXCPU") return "cpu";
  return /heap out of memory|Out of memory|ERR_WORKER_OUT_OF_MEMORY/i.test(said) ? "memory" : "crashed";
}

const textOf = ({ base64, bytes }: { base64: string; bytes: number }): Output => ({
  text: new TextDecoder().decode(Buffer.from(base64, "base64")),
  bytes,
});

/** What it had told of its output when it was ended. */
type Told = { stdout: string; stderr: string };
const soFar = (text: string): Output => ({ text, bytes: Buffer.byteLength(text) });

function resultOf(
  end: ExecutionEnd,
  ended: ChildEnd | null,
  { told, ...times }: Pick<ExecutionResult, "startedMs" | "ranMs"> & { told: Told },
): ExecutionResult {
  const stderr = ended ? textOf(ended.stderr) : soFar(told.stderr);
  const seen = ended?.observed ?? {
    commands: [],
    commandsOmitted: 0,
    hosts: [],
    filesRead: [],
    filesWritten: [],
  };
  return {
    end,
    exitCode: ended?.exitCode ?? null,
    stdout: ended ? textOf(ended.stdout) : soFar(told.stdout),
    stderr,
    made: (ended?.made ?? []).map(({ path, bytes, base64 }) => ({
      path,
      bytes,
      content: base64 === null ? null : new Uint8Array(Buffer.from(base64, "base64")),
    })),
    madeOmitted: ended?.madeOmitted ?? 0,
    observed: { ...seen, missing: findMissing(stderr.text) },
    waitedMs: 0,
    ...times,
  };
}
