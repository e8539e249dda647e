/** Of all files that one line of commands reads; as many characters each command of it writes, and the line as a whole. */
export const mostShellBytes = 8 * 1024 * 1024;

/** `both` has the lines of both outputs as they came. */
export type ShellDone = { output: string; errors: string; both: string; code: number };

/** What one command writes, up to as much as a line of commands may. */
export class ShellOutput {
  private output = "";
  private errors = "";
  private both = "";
  private code = 0;
  /** More was to be written than a command may: what there is counts for nothing. */
  isFull = false;

  constructor(private readonly hidesErrors: boolean) {}

  hasRoom(characters: number): boolean {
    this.isFull ||= this.both.length + characters > mostShellBytes;
    return !this.isFull;
  }

  say(text: string): void {
    if (!this.hasRoom(text.length)) return;
    this.output += text;
    this.both += text;
  }

  fail(text: string, code: number): void {
    this.code = code;
    if (this.hidesErrors || !this.hasRoom(text.length)) return;
    this.errors += text;
    this.both += text;
  }

  done(): ShellDone {
    return { output: this.output, errors: this.errors, both: this.both, code: this.code };
  }
}
