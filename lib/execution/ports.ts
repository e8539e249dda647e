import type { ScriptEnd } from "@/lib/runtime/script-payloads";

/** A file in the place of its own that a script sees; `path` is absolute there. */
export type ExecutionFile = { path: string; bytes: Uint8Array };

export type ExecutionLimits = {
  /** From the start of the process to its end. */
  wallMs: number;
  cpuSeconds: number;
  memoryMiB: number;
  /** Of stdout and stderr each; more is cut and said. */
  outputBytes: number;
  /** All files together, those that were given too. */
  fileBytes: number;
  /** Files made that are handed back, and what they may weigh together; others are named. */
  madeFiles: number;
  madeBytes: number;
  /** Commands, files and hosts that are remembered, each. */
  observed: number;
};

export type ExecutionRequest = {
  /** The package as it stands at its digest, and what is given to the script. */
  files: readonly ExecutionFile[];
  /** A command line of the shell. */
  command: string;
  /** They go behind the first command as they are, past the shell's reading. */
  args: readonly string[];
  stdin: string | null;
  /** Where it works; absolute. */
  folder: string;
  environment: Readonly<Record<string, string>>;
  limits: ExecutionLimits;
};

export type ExecutionEnd = ScriptEnd;

/** `bytes` is what was written before the cut. */
export type Output = { text: string; bytes: number };

/** `content` is null where there was no more room to hand it back. */
export type MadeFile = { path: string; bytes: number; content: Uint8Array | null };

/** What was seen of it, as far as the backend sees. */
export type Observed = {
  commands: readonly string[];
  commandsOmitted: number;
  filesRead: readonly string[];
  filesWritten: readonly string[];
  hosts: readonly string[];
  /** What it asked for and is not there. */
  missing: { commands: readonly string[]; modules: readonly string[] };
};

export type ExecutionResult = {
  end: ExecutionEnd;
  /** Null unless it came to its own end. */
  exitCode: number | null;
  stdout: Output;
  stderr: Output;
  made: readonly MadeFile[];
  madeOmitted: number;
  observed: Observed;
  /** In line for a place; then until the shell stood; then at work. */
  waitedMs: number;
  startedMs: number;
  ranMs: number;
};

/** What is told while it goes on. */
export type ExecutionNews =
  | { kind: "began" }
  | { kind: "command"; line: string }
  /** As far as `outputBytes` go, of what the backend can tell before the end. */
  | { kind: "output"; stream: "stdout" | "stderr"; text: string };

export type ExecutionBackend = {
  id: string;
  /** What it is, for people: what it has and has not. */
  about: string;
  /** Resolves with what came of it, whatever the script does; throws only what is a bug of ours. */
  run(
    request: ExecutionRequest,
    options: { signal: AbortSignal; tell: (news: ExecutionNews) => void },
  ): Promise<ExecutionResult>;
};
