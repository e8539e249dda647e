import "server-only";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";

/** Runs a write that takes a name; CONFLICT, not a database error, when the name is somebody else's by then. */
export async function orNameTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("CONFLICT", `There is a skill named ${name} already. Choose another name.`, {
      cause: error,
      details: { reason: "name-taken", name },
    });
  }
}
