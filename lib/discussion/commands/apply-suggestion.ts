import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Thread } from "../schema";

export async function applySuggestion(
  _context: Context,
  _input: { comment: string; baseRevision: number },
): Promise<Thread> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
