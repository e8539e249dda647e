/**
 * The words of the first command in a text, as Claude Code 2.1 finds them in what was typed after a skill's name: it
 * reads that as a shell does, so that `R&D plan` is the one word `R`. Where no command is left, each run between blanks
 * is a word. Seen with the host itself by `npm run bench -- hosts`; nothing is run or looked up.
 */
export function shellWords(text: string): string[] {
  const words = new CommandReader(text).words();
  return words.length > 0 ? words : plainWords(text);
}

/** Blanks separate, quotes group; all else is as it is typed. */
function plainWords(text: string): string[] {
  return Array.from(text.matchAll(/(?:"[^"]*"|'[^']*'|[^ \t\r\n])+/g), ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"),
  );
}

/** Words after which a command still begins. */
const leading = /^(?:if|then|while|until|do|elif|else|fi|done|esac|!|\{)$/;
const setting = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
/** A value that the shell would look up, and that is nothing here. */
const lookedUp = /^\$(?:\w+|\{[^{}]*\}|\(\([^()]*\)\)|[$?#!@*-]?|'[^']*')$/;
/** A value that the shell would have another command say. */
const asked = /^(?:\$\((?!\()|`|\$\{[^}]*$)/;

type Piece = { written: string; value: string; isWhole: boolean };

class CommandReader {
  private at = 0;
  private readonly found: string[] = [];

  constructor(private readonly text: string) {}

  words(): string[] {
    while (this.skipBlanks()) if (!this.step()) break;
    return this.found;
  }

  /** Takes what comes next; false where the command ends. */
  private step(): boolean {
    const next = this.text.charAt(this.at);
    const isFirst = this.found.length === 0;
    if (/[\r\n;&|]/.test(next)) return this.passOver(isFirst);
    if (next === "#") return false;
    if (next === "(") return isFirst ? this.passOver(true) : this.skipGroup();
    if (next === ")") return false;
    if (/[<>]/.test(next)) return this.skipRedirection(isFirst);
    const piece = this.readWord();
    if (/[<>]/.test(this.text.charAt(this.at)) && /^\d+$/.test(piece.written)) return true;
    if (this.text.startsWith("()", this.at)) return this.passOver(true, 2);
    if (isFirst && (leading.test(piece.written) || setting.test(piece.written))) return true;
    if (!isFirst && asked.test(piece.written)) return false;
    if (!piece.isWhole) return this.keepOpen(piece);
    if (isFirst || !lookedUp.test(piece.written)) this.found.push(piece.value);
    return true;
  }

  /** A backslash that nothing follows takes its word with it. */
  private keepOpen({ value }: Piece): boolean {
    if (value !== "") this.found.push(value);
    return false;
  }

  private passOver(goesOn: boolean, count = 1): boolean {
    this.at += count;
    return goesOn;
  }

  private skipBlanks(): boolean {
    const blanks = /(?:[ \t]|\\\r?\n)*/y;
    blanks.lastIndex = this.at;
    this.at += blanks.exec(this.text)?.[0].length ?? 0;
    return this.at < this.text.length;
  }

  /** `(b)` among words is passed over; one that is not closed ends the command. */
  private skipGroup(): boolean {
    const end = this.text.indexOf(")", this.at);
    if (end < 0) return false;
    this.at = end + 1;
    return true;
  }

  /** Before the first word it goes with its file; `<<<` does anywhere; after a word any other ends the command. */
  private skipRedirection(isFirst: boolean): boolean {
    const operator = /[<>]+[&|]?/y;
    operator.lastIndex = this.at;
    const written = operator.exec(this.text)?.[0] ?? "<";
    this.at += written.length;
    if (!isFirst && written !== "<<<") return false;
    this.skipBlanks();
    if (this.at < this.text.length) this.readWord();
    return true;
  }

  /** Up to a blank or an operator that stands outside of quotes and of what the shell would look up. */
  private readWord(): Piece {
    const from = this.at;
    let value = "";
    while (this.at < this.text.length) {
      const part = this.readPart();
      if (part === null) break;
      value += part.value;
      if (!part.isWhole) return { written: this.text.slice(from, this.at), value, isWhole: false };
    }
    return { written: this.text.slice(from, this.at), value, isWhole: true };
  }

  private readPart(): Omit<Piece, "written"> | null {
    const { text, at } = this;
    const next = text.charAt(at);
    if (next === '"' || next === "'") return this.readQuoted(next);
    if (/^\\\r?\n/.test(text.slice(at, at + 3))) return null;
    if (next === "\\") {
      const isLast = at + 1 >= text.length;
      this.at += isLast ? 1 : 2;
      return isLast ? { value: "", isWhole: false } : { value: text.charAt(at + 1), isWhole: true };
    }
    // Bounded, so that a long text of beginnings is not read to its end for each.
    const part =
      /\$\(\([^()]{0,200}\)\)|\$\([^()]{0,200}\)|\$\{[^}]{0,200}\}|\$'[^']{0,200}'|`[^`]{0,200}`|\$|[^ \t\r\n;&|<>()"'\\$`]+|`/y;
    part.lastIndex = at;
    const found = part.exec(text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return { value: found, isWhole: true };
  }

  /** What stands between quotes is kept as it is typed; one that is not closed takes all the rest, with the quote. */
  private readQuoted(quote: string): Omit<Piece, "written"> {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && text.charAt(end) !== quote)
      end += quote === '"' && text.charAt(end) === "\\" ? 2 : 1;
    const isClosed = end < text.length;
    this.at = isClosed ? end + 1 : text.length;
    return { value: isClosed ? text.slice(at + 1, end) : text.slice(at), isWhole: isClosed };
  }
}
