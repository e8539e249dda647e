const deepest = 5;
/** Longer values and words are not put together: no text costs more than its length. */
const longest = 200;

/** Names of one piece of text with their values: null where there are several, or none that is written there. */
export class Variables {
  private readonly values = new Map<string, string | null>();

  set(name: string, written: string | null): void {
    const value = written !== null && written.length <= longest ? written : null;
    this.values.set(name, this.values.has(name) && this.values.get(name) !== value ? null : value);
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  get(name: string): string | null {
    return this.values.get(name) ?? null;
  }

  /** A shell's word with the values of its variables in their place, as far as they are known. */
  resolve(text: string, depth = 0): string {
    if (depth >= deepest || text.length > longest || !text.includes("$")) return text;
    const next = text.replace(
      /\$(?:(\w+)|\{(\w+)\})/g,
      (written, plain, braced) => this.get(plain ?? braced) ?? written,
    );
    return next === text ? text : this.resolve(next, depth + 1);
  }
}
