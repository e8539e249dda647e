import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Seen } from "@/lib/hosts/see-requests";
import { type RawCall, withFolder } from "@/lib/hosts/with-folder";
import type { LibraryHost } from "./library-hosts";

const answerSchema = z.object({ value: z.unknown(), isError: z.boolean() }).nullable();
const resultSchema = z.object({
  version: z.string(),
  system: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string().optional(),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Null where the run had ended before, and a value of null where the host has no such tool. */
  answers: z.array(answerSchema),
});
type Result = z.infer<typeof resultSchema>;

const patienceMs = 120_000;
const driver = join(dirname(fileURLToPath(import.meta.url)), "python", "drive.py");

/** Whether a Python is there that has what the hosts' own modules need at least. */
export const hasPython = (): boolean =>
  spawnSync("python3", ["-c", "import pydantic, yaml, tomllib"], { stdio: "ignore" }).status === 0;

/** What a host that is a library gives for these calls. Throws when it does not run, or is of another release. */
export function runLibrary(
  host: LibraryHost,
  options: { sources: string; skills: string; calls: readonly RawCall[]; message: string },
): Pick<Seen, "told" | "tools" | "answers"> {
  const folders = host.sources.map((name) => resolve(options.sources, name));
  const calls = options.calls.map((call) => withFolder(call, options.skills));
  const request = { skills: options.skills, calls, message: options.message, agent: folders[1] };
  const [sources = ""] = folders;
  const result = drive(host.driver, sources, request);
  if (result.version !== host.version)
    throw new Error(`${sources} is ${host.name} ${result.version}, not ${host.version}.`);
  return {
    told: result.system === "" ? [] : [{ place: "system-prompt", text: result.system }],
    tools: result.tools,
    answers: result.answers.map((answer) =>
      answer === null || answer.value === null
        ? []
        : [{ kind: "result" as const, isError: answer.isError, text: textOf(answer.value) }],
    ),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function drive(name: string, sources: string, request: unknown): Result {
  const { status, stdout, stderr } = spawnSync("python3", ["-B", driver, name, sources], {
    input: JSON.stringify(request),
    encoding: "utf8",
    timeout: patienceMs,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${name} did not run:\n${stderr.slice(-2_000)}`);
  return resultSchema.parse(JSON.parse(stdout));
}
