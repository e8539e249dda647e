import type { Dialect } from "@/lib/runtime/dialect";
import type { ToolCall } from "@/lib/runtime/events";
import type { ScriptEnd } from "@/lib/runtime/script-payloads";

export type ScriptResult = {
  end: ScriptEnd;
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** Somebody stopped this script alone. */
  byPerson?: boolean;
};

/** What a system's shell says of a command that was ended. */
const codes = { exited: 0, stopped: 130, time: 124, cpu: 152, memory: 137, crashed: 139, busy: 75 } as const;
const words = {
  exited: "",
  stopped: "It was stopped.",
  time: "It took too long and was ended.",
  cpu: "It worked for too long and was ended.",
  memory: "It took too much memory and was ended.",
  crashed: "What runs scripts ended unexpectedly.",
  busy: "Too many scripts run at the moment; nothing was started.",
} as const satisfies Record<ScriptEnd, string>;

const join = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== "")
    .reduce((all, part) => (all === "" || all.endsWith("\n") ? all + part : `${all}\n${part}`), "");

/** What the host would tell its model of a script that ran. */
export function renderScriptResult(
  dialect: Pick<Dialect, "id" | "shell">,
  { toolName, input }: Pick<ToolCall, "toolName" | "input">,
  { end, exitCode, stdout, stderr, byPerson = false }: ScriptResult,
): string {
  const code = exitCode ?? codes[end];
  const errors = join(stderr, byPerson ? "It was stopped by a person." : words[end]);
  if (toolName === "code_execution") return join(stdout, errors);
  if (toolName === "run_skill_script")
    return dialect.id.startsWith("adk")
      ? renderAdk(input, { code, stdout, errors })
      : renderPlain({ code, stdout, errors });
  if (dialect.shell && (toolName === "Bash" || toolName === "exec_command")) {
    const asked =
      typeof input === "object" && input !== null && "max_output_tokens" in input
        ? input.max_output_tokens
        : null;
    const mostTokens = typeof asked === "number" ? asked : 10_000;
    return dialect.shell.render({ output: join(stdout, errors), code, mostTokens, hasMoved: false }).text;
  }
  return code === 0 ? stdout : `Error: ${errors === "" ? `the script ended with code ${code}` : errors}`;
}

type Told = { code: number; stdout: string; errors: string };

/** ADK answers with an object: an error by its code, a warning where it went well and wrote to stderr as well. */
function renderAdk(input: unknown, { code, stdout, errors }: Told): string {
  const named = typeof input === "object" && input !== null ? input : {};
  const field = (name: string): unknown => Reflect.get(named, name) ?? null;
  const failed = code !== 0 || (errors !== "" && stdout === "");
  return JSON.stringify({
    skill_name: field("skill_name"),
    file_path: field("file_path"),
    stdout,
    stderr: errors,
    status: failed ? "error" : errors === "" ? "success" : "warning",
  });
}

function renderPlain({ code, stdout, errors }: Told): string {
  const said = [
    stdout.trim(),
    errors === "" ? "" : `Written to stderr:\n${errors.trim()}`,
    code === 0 ? "" : `The script ended with code ${code}`,
  ].filter((part) => part !== "");
  return said.length === 0 ? "(It wrote nothing.)" : said.join("\n\n");
}
