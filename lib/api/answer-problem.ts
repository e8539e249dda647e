import "server-only";
import { inWords } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { toProblem } from "./problem";

/** Why a request cannot go on, as its answer. `path` is for the log: leave it out where it holds a secret. */
export function answerProblem(
  error: unknown,
  { traceId, path }: { traceId: string; path?: string },
): Response {
  const told = inWords(error);
  const problem = toProblem(told, traceId);
  if (problem.status >= 500) log.error({ err: told, traceId, path }, "request failed");
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { "content-type": "application/problem+json", "x-trace-id": traceId, ...retryHeaders(told) },
  });
}

const retryHeaders = (error: unknown): Record<string, string> =>
  error instanceof AppError && error.retryAfterSeconds !== undefined
    ? { "retry-after": String(error.retryAfterSeconds) }
    : {};
