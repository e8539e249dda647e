import "server-only";
import { watchLoop } from "./loop-load";

/**
 * How much of its time a server's thread must have worked, of 0 to 1, before anybody is asked to rest. Half: the
 * database and the thread for long work are mostly on the same cores.
 */
const busyFrom = 0.5;
/** Somebody else is about while they have asked for something within this time. */
const aboutMs = 5_000;
/** A rest for each millisecond of work: whoever never stops gets a third of a busy server. */
const restPerWork = 2;
const mostRestMs = 3_000;

type Asked = { person: string; at: number };
const longAgo: Asked = { person: "", at: Number.NEGATIVE_INFINITY };

/**
 * How long somebody rests after a piece of work that grows with what is asked for. Slots limit how much one person has
 * under way; this limits how much of a busy server one person has, one request after the other, while others are about.
 * Times are in milliseconds.
 */
export class FairPace {
  private last = longAgo;
  /** The newest request of anybody but whoever asked last. */
  private lastOfOthers = longAgo;

  /** `busyShare` answers how much of its time the thread has worked lately, 0 to 1. */
  constructor(
    private readonly busyShare: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Every request of a person is told, also those that never rest. */
  note(person: string): void {
    if (this.last.person !== person) this.lastOfOthers = this.last;
    this.last = { person, at: this.now() };
  }

  restAfter(person: string, workedMs: number): number {
    const other = this.last.person === person ? this.lastOfOthers : this.last;
    return this.isAbout(other) ? this.restOf(workedMs) : 0;
  }

  /** The same for a piece of work of nobody in particular: at least two people are about. */
  restAfterPiece(workedMs: number): number {
    return this.isAbout(this.last) && this.isAbout(this.lastOfOthers) ? this.restOf(workedMs) : 0;
  }

  private isAbout({ at }: Asked): boolean {
    return this.now() - at <= aboutMs;
  }

  private restOf(workedMs: number): number {
    return this.busyShare() < busyFrom ? 0 : Math.min(workedMs * restPerWork, mostRestMs);
  }
}

declare global {
  var greenroomFairPace: FairPace | undefined;
}
/** The one of this process: pages, routes and the start of the server are separate bundles of it. */
export function fairPace(): FairPace {
  globalThis.greenroomFairPace ??= new FairPace(watchLoop());
  return globalThis.greenroomFairPace;
}

/** A rest inside long work, after a piece of it that took so many milliseconds. */
export async function restFairly(person: string, workedMs: number): Promise<void> {
  const restMs = fairPace().restAfter(person, workedMs);
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}
