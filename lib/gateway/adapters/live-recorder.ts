import "server-only";
import { log } from "@/lib/platform/log";
import type { Admission } from "../admit-host";
import { keepExchange } from "../commands/keep-exchange";
import type { KeepExchange, ReadExchange, SeenExchange } from "../ports";

/** Of bodies that wait to be written down; of what comes on top the requests are let go of. Bytes. */
const mostWaiting = 96 * 1024 * 1024;

type Line = { last: Promise<void>; waitingBytes: number };
declare global {
  var greenroomRecorder: Line | undefined;
}
function line(): Line {
  globalThis.greenroomRecorder ??= { last: Promise.resolve(), waitingBytes: 0 };
  return globalThis.greenroomRecorder;
}

/** Writes down what went by, one exchange after the other in the order in which they ended. */
export const keepLater =
  (read: ReadExchange): KeepExchange =>
  (admission, seen) => {
    const recorder = line();
    const bytes = seen.request.byteLength + seen.answer.bytes.byteLength;
    const isTooMuch = recorder.waitingBytes + bytes > mostWaiting;
    const kept = isTooMuch ? withoutRequest(seen) : seen;
    const held = isTooMuch ? seen.answer.bytes.byteLength : bytes;
    recorder.waitingBytes += held;
    recorder.last = recorder.last
      .then(() => keepNow(admission, kept, { read, lacking: isTooMuch ? tooMuch : null }))
      .finally(() => {
        recorder.waitingBytes -= held;
      });
  };

/** Done once everything that has ended by now is written down. */
export const everythingKept = (): Promise<void> => line().last;

const tooMuch = "Too much went by at once for its request to be kept.";

async function keepNow(
  admission: Admission,
  seen: SeenExchange,
  options: { read: ReadExchange; lacking: string | null },
): Promise<void> {
  try {
    await keepExchange(admission, seen, options);
  } catch (error) {
    log.error({ err: error, exchange: seen.id }, "an exchange of a host was not written down");
  }
}

/** The answer stays: what it spent stands in it. */
const withoutRequest = (seen: SeenExchange): SeenExchange => ({ ...seen, request: new Uint8Array() });
