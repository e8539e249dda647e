import type { ExecutionNews } from "@/lib/execution/ports";
import { toStorable } from "@/lib/kernel/to-storable";
import type { PayloadOf } from "@/lib/runtime/events";
import type { EventLog } from "@/lib/runtime/ports";

type Piece = PayloadOf<"script-output">["pieces"][number];

/** The first hold; each further event waits longer, so that a long script writes few. */
const firstHoldMs = 180;
const longestHoldMs = 2_000;
/** Of commands that it begins; the end names them too. */
const mostCommands = 100;

/**
 * Turns what a script tells into `script-output` events: one write at a time, what comes meanwhile goes into the next one, and of
 * each stream no more than `mostBytes`.
 */
export class ScriptWriter {
  private pieces: Piece[] = [];
  private written: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failure: unknown = null;
  private events = 0;
  private readonly left: Record<Piece["stream"], number>;

  constructor(
    private readonly log: Pick<EventLog, "append">,
    private readonly callId: string,
    mostBytes: number,
  ) {
    this.left = { stdout: mostBytes, stderr: mostBytes, command: mostCommands };
  }

  /** Never throws: the script goes on whatever becomes of what it tells. */
  add(news: ExecutionNews): void {
    if (news.kind === "began" || this.failure !== null) return;
    const stream = news.kind === "command" ? "command" : news.stream;
    const text = toStorable(news.kind === "command" ? news.line : news.text).slice(0, 10_000);
    const taken = news.kind === "command" ? 1 : Buffer.byteLength(text);
    if (text === "" || taken > this.left[stream]) return;
    this.left[stream] -= taken;
    const last = this.pieces.at(-1);
    if (last && last.stream === stream && stream !== "command") last.text += text;
    else this.pieces.push({ stream, text });
    this.timer ??= setTimeout(() => this.write(), Math.min(firstHoldMs * 1.2 ** this.events, longestHoldMs));
  }

  /** Writes what is left and waits for it. Throws what any write failed with. */
  async end(): Promise<void> {
    this.write();
    await this.written;
    if (this.failure !== null) throw this.failure;
  }

  private write(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.written = this.written
      .then(async () => {
        const { pieces } = this;
        this.pieces = [];
        if (pieces.length === 0 || this.failure !== null) return;
        this.events += 1;
        await this.log.append({ type: "script-output", payload: { callId: this.callId, pieces } });
      })
      .catch((error: unknown) => {
        this.failure = error;
      });
  }
}
