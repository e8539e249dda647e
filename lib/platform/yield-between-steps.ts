import type { Steps } from "@/lib/kernel/steps";
import { fairPace } from "./fair-pace";

/** Long work calls this between its steps: it lets waiting requests through once its piece of time is over. */
export type Breathe = () => Promise<void>;

/** One piece of long work. Milliseconds. */
const longestPiece = 8;
/** So many pieces of one work go on after everybody else's turn, without standing in line: short work is not long work. */
const freePieces = 4;
/** A turn of the event loop that took longer had others' work in it. Milliseconds. */
const quiet = 1;
/** After so many turns with others' work in them a piece goes on nevertheless. */
const mostTurns = 6;

declare global {
  var greenroomPieces: { waiting: (() => void)[]; isHandingOut: boolean } | undefined;
}
// Pages, routes and the start of the server are separate bundles of one thread: their long work stands in one line.
const line = () => {
  globalThis.greenroomPieces ??= { waiting: [], isHandingOut: false };
  return globalThis.greenroomPieces;
};

export function createBreathe(): Breathe {
  let since = performance.now();
  let pieces = 0;
  return async () => {
    if (performance.now() - since < longestPiece) return;
    pieces += 1;
    await (pieces <= freePieces ? nextTurn() : nextPiece());
    since = performance.now();
  };
}

/** Does work that comes in pieces, and breathes between them. */
export async function inSteps<T>(steps: Steps<T>, breathe: Breathe = createBreathe()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function nextPiece(): Promise<void> {
  return new Promise((resolve) => {
    line().waiting.push(resolve);
    void handOut();
  });
}

/**
 * One piece at a time, however much long work there is, and each only once nobody else has anything to do. On a busy
 * server that several people use the line rests after each: whoever waits for the database a dozen times in one request
 * would meet a piece each time.
 */
async function handOut(): Promise<void> {
  const { waiting } = line();
  if (line().isHandingOut) return;
  line().isHandingOut = true;
  while (waiting.length > 0) {
    await untilQuiet();
    const begun = performance.now();
    waiting.shift()?.();
    await nextTurn();
    const restMs = fairPace().restAfterPiece(performance.now() - begun);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  line().isHandingOut = false;
}

async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const startedAt = performance.now();
    await nextTurn();
    if (performance.now() - startedAt < quiet) return;
  }
}
