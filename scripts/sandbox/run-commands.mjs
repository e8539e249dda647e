// Runs one command line over files of its own and ends: a process for one execution, started by lib/execution with no
// environment, no right to write, and to read only this folder and the shell's packages. One JSON object comes in on
// stdin, lines of JSON go out on descriptor 3: what the packages themselves print is nobody's.
import { writeSync } from "node:fs";
import { Bash } from "just-bash";
import { ObservedFiles } from "./observed-files.mjs";
import { ownCommands } from "./own-commands.mjs";
import { isDirect, streamOutput } from "./stream-output.mjs";

const systemFolders = /^\/(?:bin|usr|proc|dev)(?:\/|$)/;

const pause = new Int32Array(new SharedArrayBuffer(4));

function tell(message) {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(3, line, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      // Who reads is slower than what writes: that waits.
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

async function readJob() {
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString("utf8"));
}

/** What the shell writes as one byte a character, or as text. */
const bytesOf = (text, kind) => Buffer.from(text, kind === "bytes" ? "latin1" : "utf8");

function openShell(job, files, observed) {
  const { limits } = job;
  const shell = new Bash({
    fs: files,
    cwd: job.folder,
    env: { HOME: job.folder, PATH: "/usr/bin:/bin", LANG: "C.UTF-8", ...job.environment },
    python: true,
    javascript: true,
    customCommands: ownCommands(observed),
    executionLimits: {
      maxOutputSize: limits.outputBytes * 4,
      maxFileSystemBytes: limits.fileBytes,
      maxExecutionTimeMs: limits.wallMs,
      maxPythonTimeoutMs: limits.wallMs,
      maxJsTimeoutMs: limits.wallMs,
      maxSqliteTimeoutMs: limits.wallMs,
    },
  });
  watchCommands(shell.commands, observed);
  return shell;
}

/** Every command of the shell tells that it begins. */
function watchCommands(commands, observed) {
  for (const [name, command] of commands)
    commands.set(name, {
      ...command,
      execute: (args, context) => {
        observed.begin(name, args);
        return command.execute(args, context);
      },
    });
}

class Observed {
  commands = [];
  hosts = new Set();
  omitted = 0;

  constructor(most) {
    this.most = most;
  }

  begin(name, args) {
    if (this.commands.length >= this.most) {
      this.omitted += 1;
      return;
    }
    const line = [name, ...args].join(" ").slice(0, 200);
    this.commands.push(line);
    tell({ kind: "command", line });
  }

  ask(host) {
    if (this.hosts.size < this.most) this.hosts.add(host.slice(0, 253));
  }
}

function cut(bytes, most) {
  return { base64: bytes.subarray(0, most).toString("base64"), bytes: bytes.length };
}

/** Null for what is no file, or lies behind a link that leads nowhere. */
async function bytesAt(files, path) {
  try {
    const stat = await files.lstat(path);
    return stat.isFile ? Buffer.from(await files.readFileBuffer(path)) : null;
  } catch {
    return null;
  }
}

/** Files that were not there before or hold something else now; the largest are named alone once there is no more room. */
async function filesMade(files, before, { madeFiles, madeBytes }) {
  const made = [];
  let left = madeBytes;
  let omitted = 0;
  for (const path of files.getAllPaths().sort()) {
    if (systemFolders.test(path)) continue;
    const bytes = await bytesAt(files, path);
    if (bytes === null) continue;
    if (before.get(path)?.equals(bytes)) continue;
    if (made.length >= madeFiles) omitted += 1;
    else if (bytes.length > left) made.push({ path, bytes: bytes.length, base64: null });
    else {
      left -= bytes.length;
      made.push({ path, bytes: bytes.length, base64: bytes.toString("base64") });
    }
  }
  return { made, omitted };
}

const job = await readJob();
const observed = new Observed(job.limits.observed);
const before = new Map(job.files.map(({ path, base64 }) => [path, Buffer.from(base64, "base64")]));
const files = new ObservedFiles(before, job.limits);
const shell = openShell(job, files, observed);
await files.mkdir(job.folder, { recursive: true });
files.beginWatch();
if (isDirect(job.command)) await streamOutput(tell, job.limits.outputBytes);
tell({ kind: "began" });
const result = await shell.exec(job.command, {
  rawScript: true,
  ...(job.stdin === null ? {} : { stdin: job.stdin }),
  ...(job.args.length > 0 ? { args: job.args } : {}),
});
const seen = files.seen(job.limits.observed);
const { made, omitted } = await filesMade(files, before, job.limits);
tell({
  kind: "ended",
  exitCode: result.exitCode,
  stdout: cut(bytesOf(result.stdout, result.stdoutKind ?? "text"), job.limits.outputBytes),
  stderr: cut(bytesOf(result.stderr, "text"), job.limits.outputBytes),
  made,
  madeOmitted: omitted,
  observed: {
    commands: observed.commands,
    commandsOmitted: observed.omitted,
    hosts: [...observed.hosts],
    ...seen,
  },
});
process.exit(0);
