import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { inWords } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";

type Call = { failure?: unknown };
declare global {
  var greenroomAuthCalls: AsyncLocalStorage<Call> | undefined;
}
// Pages and routes are separate bundles of one process, and share one better-auth: what one asks, the other's logger hears.
function calls(): AsyncLocalStorage<Call> {
  globalThis.greenroomAuthCalls ??= new AsyncLocalStorage();
  return globalThis.greenroomAuthCalls;
}

/**
 * The logger of better-auth, which answers whatever breaks in it with one code of its own and tells the reason to its
 * logger alone: kept for the call in which it happened.
 */
export const authLogger = {
  log(level: string, message: string, ...details: unknown[]): void {
    const failure = details.find((detail) => detail instanceof Error);
    const call = calls().getStore();
    if (level === "error" && call && failure) call.failure ??= failure;
    if (level === "error") log.error({ err: failure }, `signing in: ${message}`);
    else if (level === "warn") log.warn(`signing in: ${message}`);
  },
};

/** What kept a call of better-auth from being answered, where that was the database: an AppError. */
export async function withFailure<T>(
  work: () => Promise<T>,
): Promise<{ result: T; failure: AppError | null }> {
  const call: Call = {};
  try {
    const result = await calls().run(call, work);
    const failure = inWords(call.failure);
    return { result, failure: failure instanceof AppError ? failure : null };
  } catch (error) {
    const failure = inWords(call.failure ?? error);
    throw failure instanceof AppError ? failure : error;
  }
}
