import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";

export async function deleteComment(_context: Context, _input: { comment: string }): Promise<void> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
