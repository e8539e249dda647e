import type { EventLog, TokenCounter } from "@/lib/runtime/ports";

/** Below the 250 ms that readers are promised, by the time a write takes. */
const longestHoldMs = 180;
/** A burst is written in events of about this many characters. */
const mostCharacters = 4_000;

/**
 * Turns a stream of small pieces into `text` events: the first at once, later ones when enough has come together
 * or the oldest has waited long enough. Writes one at a time, in order.
 */
export class TextWriter {
  private pending = "";
  private written: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failure: unknown = null;
  private first = true;

  constructor(
    private readonly log: Pick<EventLog, "append">,
    private readonly step: number,
    private readonly countTokens: TokenCounter,
  ) {}

  /** Throws what an earlier write failed with. */
  add(piece: string): void {
    if (this.failure !== null) throw this.failure;
    this.pending += piece;
    if (this.first || this.pending.length >= mostCharacters) this.write();
    else this.timer ??= setTimeout(() => this.write(), longestHoldMs);
  }

  /** Writes what is left and waits for it. Throws what any write failed with. */
  async flush(): Promise<void> {
    this.write();
    await this.written;
    if (this.failure !== null) throw this.failure;
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const text = this.pending;
    this.pending = "";
    if (text === "") return;
    this.first = false;
    const payload = { step: this.step, text, tokens: this.countTokens(text) };
    this.written = this.written
      .then(async () => {
        if (this.failure === null) await this.log.append({ type: "text", payload });
      })
      .catch((error: unknown) => {
        this.failure = error;
      });
  }
}
