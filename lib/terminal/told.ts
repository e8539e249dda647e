import { escapeUnseen, markOnLine } from "@/lib/kernel/mark-hidden";
import type { Terminal } from "./terminal";

/** Ways of drawing a word; none of them carries a meaning that the word does not. */
const sgr = { bad: "31", doubtful: "33", good: "32", dim: "2", bold: "1" } as const;
export type Tone = keyof typeof sgr;

/** What a person at a terminal reads: names and texts of others stand on one line, and hide nothing. */
export class Told {
  private hasProgress = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly wants: { json: boolean; verbose: boolean },
  ) {}

  /** One line of the answer; silent where JSON was asked for. */
  line(...words: string[]): void {
    this.endProgress();
    if (!this.wants.json) this.terminal.writeOut(`${words.join(" ").trimEnd()}\n`);
  }

  /** The answer for programs, where it was asked for. */
  document(value: unknown): void {
    this.endProgress();
    if (this.wants.json) this.terminal.writeOut(`${escapeUnseen(JSON.stringify(value, null, 2))}\n`);
  }

  /** Something that whoever called should know besides the answer. */
  remark(text: string): void {
    this.endProgress();
    this.terminal.writeErr(`${markOnLine(text)}\n`);
  }

  /** A step on the way: drawn over where somebody watches, a line each with --verbose, else nothing. */
  step(text: string): void {
    const shown = markOnLine(text);
    if (this.wants.verbose) this.terminal.writeErr(`${shown}\n`);
    else if (this.terminal.isWatched.err) {
      this.terminal.writeErr(`\r\u001b[2K${shown.slice(0, 100)}`);
      this.hasProgress = true;
    }
  }

  /** Colour only where it is wanted; a text of others is given to `safe` first. */
  paint(tone: Tone, text: string): string {
    return this.terminal.hasColour && !this.wants.json ? `\u001b[${sgr[tone]}m${text}\u001b[0m` : text;
  }

  private endProgress(): void {
    if (this.hasProgress) this.terminal.writeErr("\r\u001b[2K");
    this.hasProgress = false;
  }
}

/** A name or a text of somebody else's, for a line. */
export const safe = (text: string): string => markOnLine(text);
