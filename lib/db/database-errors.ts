import "server-only";
import { z } from "zod";
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
  return error.code === "P2034" || adapterSchema.safeParse(error.meta).success;
}

/** A transaction that found no connection, or took longer than it may (P2028): nothing of it was written. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2028";
}

const adapterSchema = z.object({
  driverAdapterError: z.object({ cause: z.object({ kind: z.literal("TransactionWriteConflict") }) }),
});
