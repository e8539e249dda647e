import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";

export async function noteOpening(
  _context: Context,
  _input: { number: number; conversation: string },
): Promise<void> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
