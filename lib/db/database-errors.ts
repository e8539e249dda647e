import "server-only";
import { Prisma } from "./generated/client";

/** Prisma's code for a violated unique constraint (P2002): somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** Prisma's code for a violated foreign key (P2003): something still points here, or the target is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003";
}

/** Write conflict or deadlock (P2034): the same transaction may succeed when tried again. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034";
}
