import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { inWords } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import type { BatchItem } from "../schema";

export type Problem = NonNullable<BatchItem["problem"]>;

/** Why one skill was refused, as the operation for one skill would say it. What is no refusal is logged, not told. */
export function problemOf({ traceId }: Pick<Context, "traceId">, thrown: unknown): Problem {
  const error = inWords(thrown);
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { code, message, ...(details ? { details: { ...details } } : {}) };
  }
  if (error instanceof z.ZodError)
    return { code: "UNPROCESSABLE", message: error.issues.map(({ message }) => message).join(" ") };
  log.error({ err: error, traceId }, "one skill of a batch failed");
  return { code: "INTERNAL", message: `The server's log has the reason under trace ${traceId}.` };
}

/** Whether the rest need not be tried: the asker is out, the disk is full, or nothing was free `busy` times in a row. */
export const endsBatch = ({ code }: Problem, busy: number): boolean =>
  code === "UNAUTHENTICATED" || code === "STORAGE_FULL" || busy > 1;
