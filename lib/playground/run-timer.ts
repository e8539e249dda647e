/** The longest that one run may work; waiting for a person does not count. */
export class RunTimer {
  private readonly controller = new AbortController();
  private leftMs: number;
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly limitMs: number,
    private readonly clock: () => number,
  ) {
    this.leftMs = limitMs;
    this.start();
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Holds the clock while `work` goes on. */
  async pauseWhile<T>(work: () => Promise<T>): Promise<T> {
    this.stop();
    try {
      return await work();
    } finally {
      this.start();
    }
  }

  stop(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.leftMs -= this.clock() - this.since;
  }

  private start(): void {
    this.since = this.clock();
    this.timer = setTimeout(
      () => this.controller.abort(new DOMException("The time for one run is up.", "TimeoutError")),
      Math.max(0, this.leftMs),
    );
  }
}
