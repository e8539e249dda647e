import type { ShellCommand, ShellScript, ShellWord } from "./shell-commands";
import { openFrame, readDocument, type ShellFrame } from "./shell-frame";

const deepest = 200;
const plain = /[^\s'"\\$`;&|<>()#]+/y;
const plainInDouble = /[^"\\$`]+/y;
const placeholder = /<[A-Za-z][^<>\n]{0,60}(?<! )>/y;
const variable = /\$(?:([A-Za-z_]\w{0,100})|\{[!#]?([A-Za-z_]\w{0,100})([^}\n]{0,300})\}|[0-9@*#?$!_-])/y;

export class ShellScan {
  private at = 0;
  private readonly frames: ShellFrame[];
  private readonly waiting: { word: ShellWord; command: ShellCommand }[] = [];
  private pending: ShellWord[] = [];
  private readonly script: ShellScript = {
    commands: [],
    variables: [],
    functions: new Set(),
    tooDeep: null,
  };

  constructor(
    private readonly text: string,
    private readonly isProse: boolean,
  ) {
    this.frames = [openFrame("")];
  }

  run(): ShellScript {
    while (this.at < this.text.length) {
      const frame = this.frame();
      if (frame.inDouble) this.stepInDouble(frame);
      else this.step(frame);
    }
    while (this.frames.length > 0) {
      this.endCommand();
      this.frames.pop();
    }
    return this.script;
  }

  private frame(): ShellFrame {
    return this.frames.at(-1) ?? openFrame("");
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  private add(frame: ShellFrame, text: string, length: number, isLiteral = true): undefined {
    if (frame.parts === null) {
      frame.parts = [];
      frame.wordStart = this.at;
      frame.isLiteral = true;
    }
    frame.parts.push(text);
    frame.isLiteral &&= isLiteral;
    this.at += length;
  }

  private stepInDouble(frame: ShellFrame): undefined {
    const letter = this.text.charAt(this.at);
    if (letter === '"') {
      frame.inDouble = false;
      this.add(frame, "", 1);
    } else if (letter === "\\") {
      const next = this.text.charAt(this.at + 1);
      this.add(frame, /["\\$`]/.test(next) ? next : next === "\n" ? "" : `\\${next}`, 2);
    } else if (letter === "`" || letter === "$") this.lookUp(frame);
    else {
      const run = this.take(plainInDouble) ?? letter;
      this.add(frame, run, run.length);
    }
  }

  private step(frame: ShellFrame): undefined {
    const letter = this.text.charAt(this.at);
    if (letter === "\n" || letter === "\r") return this.endLine(frame, letter);
    if (/\s/.test(letter)) return this.pass(1);
    if (letter === "#" && frame.parts === null) return this.comment();
    if (letter === "'") return this.single(frame, this.at + 1);
    if (letter === '"') {
      frame.inDouble = true;
      return this.add(frame, "", 1);
    }
    if (letter === "\\") return this.escape(frame);
    if (letter === "$" || letter === "`") return this.lookUp(frame);
    if (frame.inTest && /[;&|<>()]/.test(letter)) return this.pass(1);
    if (letter === ";" || letter === "&" || letter === "|") return this.separate(frame, letter);
    if (letter === "(") return this.openGroup(frame);
    if (letter === ")") return this.close(frame, ")");
    if (letter === "<" || letter === ">") return this.redirect(frame, letter);
    const run = this.take(plain) ?? letter;
    this.add(frame, run, run.length);
  }
  private pass(count: number): undefined {
    this.endWord(this.frame());
    this.at += count;
  }

  private comment(): undefined {
    this.at += this.take(/[^\n]*/y)?.length ?? 0;
  }

  private endLine(frame: ShellFrame, letter: string): undefined {
    if (frame.isArray) return this.pass(1);
    this.endCommand();
    this.at += 1;
    if (letter === "\n") this.readDocuments();
  }

  private single(frame: ShellFrame, from: number): undefined {
    const end = this.text.indexOf("'", from);
    const until = end < 0 ? this.text.length : end;
    this.add(frame, this.text.slice(from, until), until + 1 - this.at);
  }

  private escape(frame: ShellFrame): undefined {
    const line = this.take(/\\\r?\n/y);
    if (line !== null) {
      this.endWord(frame);
      this.at += line.length;
    } else this.add(frame, this.text.charAt(this.at + 1), 2);
  }

  private separate(frame: ShellFrame, letter: string): undefined {
    if (letter === "&" && this.text.charAt(this.at + 1) === ">") {
      this.endWord(frame);
      frame.next = "write";
      this.at += this.text.charAt(this.at + 2) === ">" ? 3 : 2;
      return;
    }
    if (frame.isPattern && letter === "|") return this.pass(1);
    this.endCommand();
    if (frame.cases > 0 && this.text.startsWith(";;", this.at)) frame.isPattern = true;
    this.at += 1;
    if (letter === "|" && this.text.charAt(this.at) === "&") this.at += 1;
  }

  /** `$NAME`, `$( )`, `$(( ))`, `$' '` and backticks. */
  private lookUp(frame: ShellFrame): undefined {
    const { text, at } = this;
    if (text.charAt(at) === "`") {
      if (frame.closer === "`") return this.close(frame, "`");
      return this.push(frame, 1, "`");
    }
    if (text.startsWith("$((", at)) return this.arithmetic(frame, at + 1);
    if (text.startsWith("$(", at)) return this.push(frame, 2, ")");
    if (!frame.inDouble && text.startsWith("$'", at)) return this.ansi(frame);
    variable.lastIndex = at;
    const found = variable.exec(text);
    if (!found) return this.add(frame, "$", 1);
    const name = found[1] ?? found[2];
    if (name !== undefined)
      this.script.variables.push({ name, start: at, isOptional: /^:?[-=?+]/.test(found[3] ?? "") });
    this.add(frame, found[0], found[0].length, false);
  }

  private ansi(frame: ShellFrame): undefined {
    let end = this.at + 2;
    while (end < this.text.length && this.text.charAt(end) !== "'")
      end += this.text.charAt(end) === "\\" ? 2 : 1;
    this.add(frame, this.text.slice(this.at + 2, end), end + 1 - this.at);
  }

  /** Nothing in it runs, as far as it is closed near by. */
  private arithmetic(frame: ShellFrame, from: number): undefined {
    const end = this.text.slice(from, from + 500).indexOf("))");
    if (end < 0) return this.add(frame, this.text.slice(this.at, from + 2), from + 2 - this.at, false);
    this.add(frame, "$((…))", from + end + 2 - this.at, false);
  }

  private push(
    frame: ShellFrame,
    length: number,
    closer: ")" | "`",
    shown = closer === "`" ? "`…`" : "$(…)",
  ): undefined {
    const start = this.at;
    if (this.frames.length >= deepest) {
      this.script.tooDeep ??= start;
      return this.add(frame, "", length, false);
    }
    this.add(frame, shown, length, false);
    this.frames.push(openFrame(closer));
  }

  private openGroup(frame: ShellFrame): undefined {
    const { text, at } = this;
    const isCall = text.charAt(at + 1) === ")" && (frame.parts !== null || frame.words.length > 0);
    if (isCall) return this.define(frame);
    if (frame.parts === null && text.startsWith("((", at)) {
      const end = text.slice(at, at + 500).indexOf("))");
      return this.pass(end < 0 ? 2 : end + 2);
    }
    if (this.frames.length >= deepest) {
      this.script.tooDeep ??= at;
      return this.pass(1);
    }
    if (frame.isPattern && frame.words.length === 0) return this.pass(1);
    const isArray = frame.parts !== null;
    if (!isArray) this.endCommand();
    this.at += 1;
    this.frames.push({ ...openFrame(")"), isArray });
  }

  private define(frame: ShellFrame): undefined {
    this.endWord(frame);
    this.script.functions.add(frame.words.at(-1)?.text ?? "");
    frame.words = [];
    this.at += 2;
  }

  private close(frame: ShellFrame, closer: ")" | "`"): undefined {
    if (closer === ")" && frame.isPattern) {
      this.endWord(frame);
      frame.words = [];
      frame.isPattern = false;
      this.at += 1;
      return;
    }
    this.endCommand();
    this.at += 1;
    if (frame.closer === closer && this.frames.length > 1) this.frames.pop();
  }

  private redirect(frame: ShellFrame, letter: string): undefined {
    const { text, at } = this;
    const name = this.isProse && letter === "<" ? this.take(placeholder) : null;
    if (name !== null) return this.add(frame, name, name.length, false);
    if (frame.parts !== null && /^\d{1,2}$/.test(frame.parts.join(""))) frame.parts = null;
    this.endWord(frame);
    if (text.charAt(at + 1) === "(") return this.push(frame, 2, ")", "<(…)");
    const operator = this.take(/<<<|<<-?|<>|<&|<|>>|>\||>&|>/y) ?? letter;
    this.at += operator.length;
    if (operator.startsWith("<<")) frame.next = operator === "<<<" ? "data" : "delimiter";
    else if (operator.endsWith("&") && /[\d-]/.test(text.charAt(this.at))) this.at += 1;
    else frame.next = operator.startsWith(">") || operator === "<>" ? "write" : "read";
  }

  private endWord(frame: ShellFrame): undefined {
    if (frame.parts === null) return;
    const text = frame.parts.join("");
    const { wordStart: start, isLiteral } = frame;
    frame.parts = null;
    const raw = this.at - start;
    const isPlain = raw === text.length || (raw === text.length + 2 && /["']/.test(this.text.charAt(start)));
    this.place(frame, { text, start, end: this.at, isLiteral, isPlain });
  }

  private place(frame: ShellFrame, word: ShellWord): undefined {
    const { next } = frame;
    frame.next = "word";
    if (next === "read" || next === "write") frame.redirects.push({ isWrite: next === "write", word });
    else if (next === "delimiter") this.pending.push(word);
    else if (next === "word" && !frame.isArray) this.follow(frame, word);
  }

  private follow(frame: ShellFrame, word: ShellWord): undefined {
    const isFirst = frame.words.length === 0;
    if (isFirst && word.text === "case") frame.cases += 1;
    if (frame.cases > 0 && word.text === "in" && frame.words[0]?.text === "case") {
      frame.words = [];
      frame.isPattern = true;
      return;
    }
    if (isFirst && word.text === "esac") {
      frame.cases = Math.max(0, frame.cases - 1);
      frame.isPattern = false;
      return;
    }
    if (word.text === "[[") frame.inTest = true;
    if (word.text === "]]") frame.inTest = false;
    frame.words.push(word);
  }

  private endCommand(): undefined {
    const frame = this.frame();
    this.endWord(frame);
    frame.next = "word";
    frame.inTest = false;
    const command: ShellCommand = { words: frame.words, redirects: frame.redirects, document: null };
    for (const word of this.pending) this.waiting.push({ word, command });
    this.pending = [];
    frame.words = [];
    frame.redirects = [];
    if (command.words.length > 0 || command.redirects.length > 0) this.script.commands.push(command);
  }

  /** The texts that were announced on the line before, each up to the line that says its word. */
  private readDocuments(): undefined {
    for (const { word, command } of this.waiting.splice(0)) {
      const start = this.at;
      const { end, next } = readDocument(this.text, start, word.text);
      command.document = { start, end };
      this.at = next;
    }
  }
}
