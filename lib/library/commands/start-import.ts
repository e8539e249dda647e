import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ImportSummary } from "../schema";

export async function startImport(_context: Context, _input: Request): Promise<ImportSummary> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
