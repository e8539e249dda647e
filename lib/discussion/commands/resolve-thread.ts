import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Thread } from "../schema";

export async function resolveThread(
  _context: Context,
  _input: { thread: string; resolved: boolean },
): Promise<Thread> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
