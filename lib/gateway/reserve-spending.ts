import "server-only";
import { ModelError } from "@/lib/models/model-error";
import type { HostModel } from "@/lib/models/open-model-for-host";
import { estimateTokens } from "./estimate-tokens";
import { WireError } from "./wire-error";

/** What one answer is taken for while it is not there: hosts let models write this much, and seldom get it. Tokens. */
const usualOutput = 8_000;
const tryAgainSeconds = 5;

/**
 * Sets aside what one request may cost; what it answers gives it back, once what was spent is written down. Throws
 * WireError `spent` at a limit, and `busy` where requests under way may reach it: one by one they can still be asked.
 */
export async function reserveSpending(
  { meter, name }: HostModel,
  { id, requestBytes }: { id: string; requestBytes: number },
): Promise<() => void> {
  const place = { runId: id, step: 1, onRetry: async () => {} };
  try {
    const tokens = { input: estimateTokens(requestBytes), output: usualOutput };
    const reservation = await meter.reserve(place, tokens);
    if (reservation) return reservation.free;
  } catch (error) {
    throw error instanceof ModelError ? new WireError("spent", error.message) : error;
  }
  throw new WireError(
    "busy",
    `What is left of the spending limit on ${name} may be taken by requests that are under way. Try again in a few seconds.`,
    tryAgainSeconds,
  );
}
