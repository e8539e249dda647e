import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { AddComment, Thread } from "../schema";

export async function addComment(
  _context: Context,
  _input: { thread: string } & AddComment,
): Promise<Thread> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
