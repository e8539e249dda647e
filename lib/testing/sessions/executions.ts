import { simulatedShell } from "@/lib/execution/adapters/simulated-shell";
import { executionLimits } from "@/lib/execution/limits";
import type {
  ExecutionLimits,
  ExecutionNews,
  ExecutionRequest,
  ExecutionResult,
} from "@/lib/execution/ports";

/** Ample, so that a busy machine changes no result; what a test is about, it makes small. */
export const ampleLimits: ExecutionLimits = { ...executionLimits, wallMs: 110_000, cpuSeconds: 100 };

export const aRequest = (
  command: string,
  {
    files = {},
    limits = {},
    ...rest
  }: Partial<Omit<ExecutionRequest, "files" | "limits">> & {
    files?: Record<string, string>;
    limits?: Partial<ExecutionLimits>;
  } = {},
): ExecutionRequest => ({
  command,
  args: [],
  stdin: null,
  folder: "/work",
  environment: {},
  ...rest,
  files: Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
  limits: { ...ampleLimits, ...limits },
});

/** Runs it in the simulated shell, with all that was told meanwhile. */
export async function execute(
  request: ExecutionRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<ExecutionResult & { told: ExecutionNews[] }> {
  const told: ExecutionNews[] = [];
  const result = await simulatedShell.run(request, { signal, tell: (news) => told.push(news) });
  return { ...result, told };
}
