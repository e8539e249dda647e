import "server-only";
import { ZodError } from "zod";
import { log } from "@/lib/platform/log";
import type { ActivityFact } from "@/lib/runtime/count-activity";

/** A log that this release cannot read counts for nothing, and keeps no other from being counted. */
export async function readableFacts(
  ofId: string,
  read: () => Promise<ActivityFact[]>,
): Promise<ActivityFact[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    log.warn({ err: error, ofId }, "what happened with skills in a conversation could not be read");
    return [];
  }
}
