import type { ExchangeEnding } from "./gateway-options";

/** Of an answer, for its record; all of it goes to the host. Bytes. */
const mostKept = 8 * 1024 * 1024;

/** What went to the host, once no more goes. */
export type Passed = {
  bytes: Uint8Array;
  /** Whether `bytes` are all. */
  isWhole: boolean;
  answerBytes: number;
  firstByteMs: number | null;
  ending: ExchangeEnding;
};

type Options = {
  /** When the request came, by `performance.now()`. */
  arrivedAt: number;
  /** Between two pieces: of the model's, and of the host's reading. */
  timeoutMs: number;
  /** The host's: aborted when it has gone. */
  signal: AbortSignal;
  /** Called once, after the last byte. */
  onEnd: (passed: Passed) => void;
};

/**
 * The same bytes, piece by piece, as fast as the host reads them. What breaks on the model's side breaks here, and a
 * host that goes lets go of the model. One that reads nothing for as long as the model may be silent has gone.
 */
export function passAnswer(
  body: ReadableStream<Uint8Array> | null,
  { arrivedAt, timeoutMs, signal, onEnd }: Options,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  const kept: Uint8Array[] = [];
  let answerBytes = 0;
  let keptBytes = 0;
  let firstByteMs: number | null = null;
  let isOver = false;
  let stalled: NodeJS.Timeout | undefined;
  const end = (ending: ExchangeEnding) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(stalled);
    signal.removeEventListener("abort", leave);
    onEnd({
      bytes: Buffer.concat(kept, keptBytes),
      isWhole: ending === "whole" && keptBytes === answerBytes,
      answerBytes,
      firstByteMs,
      ending,
    });
  };
  const leave = () => {
    void reader?.cancel().catch(() => {});
    end("left");
  };
  // A host that went before this began is not told of again.
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(stalled);
      const piece = reader ? await nextPiece(reader, timeoutMs) : "whole";
      if (piece === "late") void reader?.cancel().catch(() => {});
      if (piece === "whole") {
        end("whole");
        return controller.close();
      }
      if (typeof piece === "string") {
        end(piece);
        return controller.error(new Error(`The answer ended before it was finished: ${piece}.`));
      }
      firstByteMs ??= performance.now() - arrivedAt;
      answerBytes += piece.byteLength;
      if (keptBytes === answerBytes - piece.byteLength && answerBytes <= mostKept) {
        kept.push(piece);
        keptBytes = answerBytes;
      }
      controller.enqueue(piece);
      if (isOver) return;
      stalled = setTimeout(() => {
        leave();
        controller.error(new Error("The answer ended before it was finished: nobody read on."));
      }, timeoutMs);
    },
    cancel: leave,
  });
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  timeoutMs: number,
): Promise<Uint8Array | "whole" | "late" | "cut"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  try {
    const read = await Promise.race([reader.read(), late]);
    if (read === "late") return "late";
    return read.done ? "whole" : read.value;
  } catch {
    return "cut";
  } finally {
    clearTimeout(timer);
  }
}
