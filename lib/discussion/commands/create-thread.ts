import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { CreateThread, Thread } from "../schema";

export async function createThread(_context: Context, _input: CreateThread): Promise<Thread> {
  throw new AppError("UNAVAILABLE", "Reviews are being built.");
}
