import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ImportProgress } from "./schema";

export async function followImport(
  _context: Context,
  _input: { id: string },
  _signal: AbortSignal,
): Promise<AsyncIterable<ImportProgress>> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
