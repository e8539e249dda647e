import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ThreadList } from "./schema";

export async function listThreads(
  _context: Context,
  _input: { review?: number | undefined; conversation?: string | undefined },
): Promise<ThreadList> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
