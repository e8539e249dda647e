import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import type { Admission } from "../admit-host";
import { keepExchange } from "../commands/keep-exchange";
import { type Spending, spendExchange } from "../commands/spend-exchange";
import type { KeepExchange, ReadExchange, SeenExchange } from "../ports";

/** Of texts that wait to be written down; those that come on top are let go of. Bytes. */
const mostWaiting = 96 * 1024 * 1024;
/** Exchanges that wait, with their texts or without: of more nothing is kept but what they spent. */
const mostExchanges = 5_000;

type Line = { last: Promise<void>; waitingBytes: number; waiting: number };
declare global {
  var greenroomRecorder: Line | undefined;
}
function line(): Line {
  globalThis.greenroomRecorder ??= { last: Promise.resolve(), waitingBytes: 0, waiting: 0 };
  return globalThis.greenroomRecorder;
}

/**
 * Writes down what went by: what it spent at once, the rest one exchange after the other in the order in which they
 * ended.
 */
export const keepLater =
  (read: ReadExchange): KeepExchange =>
  (admission, seen) => {
    const recorder = line();
    countExchange(seen);
    const spending = spendExchange(admission, seen);
    const bytes = seen.request.byteLength + seen.answer.bytes.byteLength;
    const isTooMuch = recorder.waitingBytes + bytes > mostWaiting;
    const isKept = recorder.waiting < mostExchanges;
    if (isTooMuch || !isKept)
      log.warn({ exchange: seen.id, bytes }, isKept ? "the texts of an exchange were let go of" : lost);
    const kept = isKept ? (isTooMuch ? withoutTexts(seen) : seen) : null;
    const held = kept && !isTooMuch ? bytes : 0;
    recorder.waitingBytes += held;
    recorder.waiting += 1;
    recorder.last = Promise.all([recorder.last, spending])
      .then(
        ([, spent]) =>
          kept && keepNow(admission, kept, { read, lacking: isTooMuch ? tooMuch : null, spending: spent }),
      )
      .then(() => {
        recorder.waitingBytes -= held;
        recorder.waiting -= 1;
      });
    return spending.then(() => {});
  };

function countExchange({ protocol, ending, firstByteMs }: SeenExchange): void {
  metrics().gatewayExchanges.inc({ protocol, ending });
  if (firstByteMs !== null) metrics().gatewayFirstByte.observe({ protocol }, firstByteMs / 1000);
}

/** Done once everything that has ended by now is written down, or after `mostMs`. */
export async function everythingKept({ mostMs }: { mostMs?: number } = {}): Promise<void> {
  if (mostMs === undefined) return line().last;
  const over = new AbortController();
  const late = sleep(mostMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
  await Promise.race([line().last, late]);
  over.abort();
}

const tooMuch = "Too much went by at once for its texts to be kept.";
const lost = "an exchange of a host was not kept: too many wait";

async function keepNow(
  admission: Admission,
  seen: SeenExchange,
  options: { read: ReadExchange; lacking: string | null; spending: Spending },
): Promise<void> {
  try {
    await keepExchange(admission, seen, options);
  } catch (error) {
    log.error({ err: error, exchange: seen.id }, "an exchange of a host was not written down");
  }
}

const withoutTexts = (seen: SeenExchange): SeenExchange => ({
  ...seen,
  request: new Uint8Array(),
  answer: { ...seen.answer, bytes: new Uint8Array() },
});
