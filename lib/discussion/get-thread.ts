import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findThread } from "./internal/find-thread";
import { toThreads } from "./internal/read-threads";
import type { Thread } from "./schema";

/** One thread as it is now, for whoever has just changed it. */
export async function getThread(context: Context, id: string): Promise<Thread> {
  const [thread] = await toThreads(context, [await findThread(context, id)]);
  if (!thread) throw new AppError("NOT_FOUND", "The thread is gone.");
  return thread;
}
