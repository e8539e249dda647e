import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Run, StartRun } from "@/lib/sessions/schema";

export async function startRun(_context: Context, _input: StartRun & { conversation: string }): Promise<Run> {
  throw new AppError("UNAVAILABLE", "Runs are not possible yet.");
}
