import { parse } from "just-bash";

const programs = new Set(["python3", "python", "node", "js-exec"]);

/** Whether the line is one call of an interpreter whose output is the output: no pipe, no redirection, nothing after it. */
export function isDirect(command) {
  try {
    const { statements } = parse(command);
    const [statement] = statements;
    const [pipeline] = statement.pipelines;
    const [simple] = pipeline.commands;
    return (
      statements.length === 1 &&
      statement.pipelines.length === 1 &&
      !statement.background &&
      pipeline.commands.length === 1 &&
      simple.type === "SimpleCommand" &&
      simple.redirections.length === 0 &&
      simple.name.parts.length === 1 &&
      programs.has(simple.name.parts[0].value)
    );
  } catch {
    return false;
  }
}

/**
 * Tells what Python and JavaScript write while they write it. The packages hand output over at the end alone, so the
 * bridge to their threads is looked at, in the file of the pinned release: where it is another, nothing is streamed.
 */
export async function streamOutput(tell, mostBytes) {
  const bridge = await import("../../node_modules/just-bash/dist/bundle/chunks/chunk-YJKHREBZ.js").catch(
    () => ({}),
  );
  const Handler = Object.values(bridge).find((value) => value?.prototype?.tryAppendOutput);
  if (!Handler) return;
  const { tryAppendOutput, handleExecCommand } = Handler.prototype;
  const left = { stdout: mostBytes, stderr: mostBytes };
  // What a program starts itself writes to that program.
  let first;
  Handler.prototype.handleExecCommand = function (...args) {
    first ??= this;
    return handleExecCommand.apply(this, args);
  };
  Handler.prototype.tryAppendOutput = function (stream, text) {
    first ??= this;
    const taken = tryAppendOutput.call(this, stream, text);
    const told = taken && first === this ? Buffer.from(text).subarray(0, left[stream]) : Buffer.alloc(0);
    left[stream] -= told.length;
    for (let at = 0; at < told.length; at += 8_192)
      tell({ kind: "output", stream, text: told.subarray(at, at + 8_192).toString("utf8") });
    return taken;
  };
}
