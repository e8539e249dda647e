import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Import, ImportSummary } from "./schema";

export async function getImport(_context: Context, _input: { id: string }): Promise<Import> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function listImports(_context: Context): Promise<ImportSummary[]> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
