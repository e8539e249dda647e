import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { type DatabaseTrouble, lastTrouble, troubleOf } from "./database-trouble";
import { Prisma } from "./generated/client";

/** Prisma's code for a violated unique constraint (P2002): somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** Prisma's code for a violated foreign key (P2003): something still points here, or the target is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003";
}

/**
 * Write conflict or deadlock (P2034): the same transaction may succeed when tried again. All that a statement of our own
 * SQL meets has one code (P2010), and what it was stands in what the adapter says.
 */
export function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === "P2034" || conflictSchema.safeParse(error.meta).success;
}

const conflictSchema = z.object({
  driverAdapterError: z.object({ cause: z.object({ kind: z.literal("TransactionWriteConflict") }) }),
});

const refusals = {
  full: {
    code: "STORAGE_FULL",
    message:
      "The disk of the database is full, so nothing more can be stored. Nothing was changed. The operator has to make room on it; then try again.",
    retryAfterSeconds: 60,
  },
  "read-only": {
    code: "UNAVAILABLE",
    message: "The database takes no changes at present. Nothing was changed: try again in a while.",
    retryAfterSeconds: 30,
  },
  slow: {
    code: "UNAVAILABLE",
    message: "The server is busy with the work of others. Nothing was changed: try again.",
    retryAfterSeconds: 5,
  },
  unreachable: {
    code: "UNAVAILABLE",
    message:
      "The database does not answer. What was saved is safe. Try again in a while; after a change, look first whether it was stored.",
    retryAfterSeconds: 10,
  },
} as const satisfies Record<DatabaseTrouble, { code: string; message: string; retryAfterSeconds: number }>;

/** A failure of the database as what the asker is told, and remembered for the state of health; any other error as it is. */
export function inWords(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (trouble === null) return error;
  lastTrouble.note(trouble);
  const { code, message, retryAfterSeconds } = refusals[trouble];
  return new AppError(code, message, { cause: error, retryAfterSeconds });
}
