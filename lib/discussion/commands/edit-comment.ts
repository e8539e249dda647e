import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Thread } from "../schema";

export async function editComment(
  _context: Context,
  _input: { comment: string; body: string },
): Promise<Thread> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
