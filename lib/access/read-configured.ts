import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { ConfigurationError } from "@/lib/platform/placed-yaml";
import type { Context } from "./context";

/**
 * What `read` finds in the server's configuration file. CONFLICT when that cannot be used: why, and where it lies, is told to
 * operators alone, as the file speaks of other workspaces too.
 */
export function readConfigured<T>({ actor }: Pick<Context, "actor">, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const words = actor.isOperator
      ? error.message
      : "The server's configuration file cannot be used. Its operators find the reason on this page.";
    throw new AppError("CONFLICT", words, { cause: error });
  }
}
