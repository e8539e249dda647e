import { z } from "zod";
import type { Result } from "@/lib/kernel/result";
import type { SkillError, SkillRequest } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";
import { readShell } from "../read-shell";
import { readInput } from "./read-input";
import { objectSchema } from "./tool-schema";

/** Longer outputs are kept in a file of the host's, and their beginning is shown. Characters. */
const mostShown = 30_000;
const previewed = 2_000;
/** Of a command that failed, its beginning and its end are shown. Characters of each. */
const keptOfFailed = 5_000;
const bytesPerKilobyte = 1_024;

const bashInput = z.object({
  command: z.string().min(1).max(20_000),
  timeout: z.number().optional(),
  description: z.string().max(20_000).optional(),
});

/** A shell as Claude Code offers it; its options that only matter where something runs are left out. */
export const bashTool: ToolDefinition = {
  name: "Bash",
  description: "Runs a command, such as `ls` of a folder.",
  inputSchema: objectSchema(
    {
      command: { type: "string", description: "The command." },
      timeout: { type: "number", description: "How long it may take, in milliseconds." },
      description: { type: "string", description: "What it does, in a few words." },
    },
    ["command"],
  ),
};

/** Commands that only look at files of skills, or a call of a tool that nothing here runs. */
export const readBash = (input: unknown): Result<SkillRequest, SkillError> =>
  readInput(bashTool.name, bashInput, input, ({ command }) => {
    const steps = readShell(command, null);
    return steps
      ? { kind: "shell", steps, mostTokens: Number.POSITIVE_INFINITY }
      : { kind: "host-tool", toolName: bashTool.name, name: null, path: null, input };
  });

/** `hasMoved`: it went into another folder, out of which the host goes again. */
export function renderBashOutput({
  output,
  code,
  hasMoved,
}: {
  output: string;
  code: number;
  hasMoved: boolean;
}): { text: string; isError?: true } {
  const written = output.trim();
  if (code !== 0) return { text: `${failure} ${code}\n${cutMiddle(written)}`.trimEnd(), isError: true };
  const shown = written.length > mostShown ? previewOf(written) : written;
  const moved = hasMoved ? [cameBack] : [];
  const lines = shown === "" ? moved : [shown, ...moved];
  return { text: lines.length === 0 ? wroteNothing : lines.join("\n") };
}

const failure = "Ended with code";
const cameBack = "(Back in the project's folder.)";
const wroteNothing = "(It wrote nothing.)";

/** What a failed command of these wrote; null for any other text. */
export const readFailedBash = (text: string): string | null =>
  /^Ended with code \d+(?:$|\n)([\s\S]*)$/.exec(text)?.[1] ?? null;

function previewOf(written: string): string {
  const size = (new TextEncoder().encode(written).length / bytesPerKilobyte).toFixed(1);
  const beginning = written.slice(0, previewed);
  const line = beginning.lastIndexOf("\n");
  return [
    "<persisted-output>",
    `Too long to show (${size}KB); whole in a file of the host's.`,
    "",
    `Its beginning (${previewed / 1_000}KB):`,
    line > previewed / 2 ? beginning.slice(0, line) : beginning,
    "...",
    "</persisted-output>",
  ].join("\n");
}

function cutMiddle(written: string): string {
  const gone = written.length - 2 * keptOfFailed;
  if (gone <= 0) return written;
  return `${written.slice(0, keptOfFailed)}\n\n... [${gone} characters taken out] ...\n\n${written.slice(-keptOfFailed)}`;
}
