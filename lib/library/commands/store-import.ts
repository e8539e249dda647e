import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ImportSummary, StoreImport } from "../schema";

export async function storeImport(
  _context: Context,
  _input: { id: string } & StoreImport,
): Promise<ImportSummary> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
