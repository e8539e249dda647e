import "server-only";
import type { Context } from "@/lib/access/context";
import { renderScriptResult } from "@/lib/dialects/render-script-result";
import { recordExecution } from "@/lib/execution/commands/record-execution";
import { executionLimits } from "@/lib/execution/limits";
import type { ExecutionBackend, ExecutionFile, ExecutionResult } from "@/lib/execution/ports";
import { runExecution } from "@/lib/execution/run-execution";
import { toStorable } from "@/lib/kernel/to-storable";
import { findPerson } from "@/lib/people/find-people";
import type { Dialect } from "@/lib/runtime/dialect";
import type { PayloadOf } from "@/lib/runtime/events";
import { mediaTypeOf } from "@/lib/runtime/media-type";
import type { ToolAnswer } from "@/lib/runtime/ports";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { whileStoppable } from "@/lib/sessions/adapters/stoppable-script";
import { textOf } from "@/lib/skills/file-text";
import type { PlannedScript } from "./plan-script";
import { ScriptWriter } from "./script-writer";

/** Smaller than a server's own: what is made is kept in the log. */
export const scriptLimits = {
  ...executionLimits,
  outputBytes: 32 * 1024,
  madeBytes: 256 * 1024,
  madeFiles: 10,
};

type Setup = {
  log: RunLog;
  dialect: Pick<Dialect, "id" | "shell">;
  signal: AbortSignal;
  backend: ExecutionBackend;
};

type AllowedScript = {
  planned: PlannedScript;
  files: readonly ExecutionFile[];
  started: PayloadOf<"script-started">;
  environment?: Readonly<Record<string, string>>;
  /** What its skills say; the limit of here stays where it is less. */
  timeoutMs?: number | null;
};

/** Runs what somebody has allowed: what it writes as it happens, its end, one row of the audit, and the host's own words for the model. */
export async function runScript(
  context: Context,
  { log, dialect, signal, backend }: Setup,
  { planned, files, started, environment = {}, timeoutMs = null }: AllowedScript,
): Promise<ToolAnswer> {
  await log.append({ type: "script-started", payload: started });
  const { command, stdin, folder } = planned.call;
  const limits = { ...scriptLimits, wallMs: Math.min(scriptLimits.wallMs, timeoutMs ?? scriptLimits.wallMs) };
  const writer = new ScriptWriter(log, started.call.id, scriptLimits.outputBytes);
  const { result, stoppedBy, isStopped } = await whileStoppable(context, log.place, started.call, (stop) =>
    runExecution(
      { files, command, args: [], stdin, folder, environment, limits },
      {
        backend,
        workspaceId: context.workspace.id,
        signal: AbortSignal.any([signal, stop]),
        tell: (news) => writer.add(news),
      },
    ),
  );
  await writer.end();
  const stopped = isStopped && result.end === "stopped";
  const ran = {
    ...toPayload(started, result, limits),
    ...(stopped ? { stoppedBy: stoppedBy === null ? null : await findPerson(context, stoppedBy) } : {}),
  };
  await log.append({ type: "script-ran", payload: ran });
  await recordExecution(context, { runId: log.place.runId, ran });
  const { end, exitCode, stdout, stderr } = ran;
  return {
    answeredBy: "script",
    result: renderScriptResult(dialect, started.call, {
      end,
      exitCode,
      stdout: stdout.text,
      stderr: stderr.text,
      byPerson: stopped,
    }),
  };
}

function toPayload(
  started: PayloadOf<"script-started">,
  result: ExecutionResult,
  limits: typeof scriptLimits,
): PayloadOf<"script-ran"> {
  const { observed, made, madeOmitted, waitedMs, startedMs, ranMs, end, exitCode } = result;
  const storable = (texts: readonly string[]): string[] => texts.map(toStorable);
  const output = ({ text, bytes }: ExecutionResult["stdout"]) => ({ text: toStorable(text), bytes });
  const { wallMs, memoryMiB, outputBytes, madeBytes } = limits;
  return {
    ...started,
    end,
    exitCode,
    stdout: output(result.stdout),
    stderr: output(result.stderr),
    made: made.map(({ path, bytes, content }) => ({
      path: toStorable(path),
      bytes,
      mediaType: content !== null && textOf(content) !== null ? "text/plain" : mediaTypeOf(path),
      base64: content === null ? null : Buffer.from(content).toString("base64"),
    })),
    madeOmitted,
    observed: {
      commands: storable(observed.commands),
      commandsOmitted: observed.commandsOmitted,
      filesRead: storable(observed.filesRead),
      filesWritten: storable(observed.filesWritten),
      hosts: storable(observed.hosts),
      missing: {
        commands: storable(observed.missing.commands),
        modules: storable(observed.missing.modules),
      },
    },
    limits: { wallMs, memoryMiB, outputBytes, madeBytes },
    waitedMs,
    startedMs,
    ranMs,
  };
}
