import type { CodeToken } from "./code-token";
import { Variables } from "./variables";

/** What an argument says, as far as it is written: `{…}` stands where something is put in when it runs. */
export type CodeValue = { text: string; isLiteral: boolean; token: CodeToken };
/** Tokens from `from` up to but without `to`. */
export type Span = { from: number; to: number };
export type Argument = Span & { name: string | null };

const deepest = 6;
const longestText = 1_000;
const homes = /^(?:pathlib\.)?Path\.home$|^os\.homedir$|^homedir$/;
const joins =
  /(?:^|\.)(?:join|resolve|normalize|expanduser|expandvars|abspath|realpath|Path|PurePath|str|fileURLToPath|URL)$/;

/** A program's tokens with what is asked of them again and again: which bracket closes which, and what names mean. */
export class CodeTokens {
  /** Where the bracket at this token is closed. */
  private readonly closes: Int32Array;
  readonly constants = new Variables();
  /** What an imported name stands for: `sp` for `subprocess`, `run` for `subprocess.run`. */
  readonly aliases = new Map<string, string>();

  constructor(
    readonly text: string,
    readonly all: readonly CodeToken[],
  ) {
    this.closes = new Int32Array(all.length).fill(-1);
    const open: number[] = [];
    const partner: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
    for (const [at, token] of all.entries()) {
      if (token.kind !== "sign") continue;
      if ("([{".includes(token.text)) open.push(at);
      else if (token.text in partner && all[open.at(-1) ?? -1]?.text === partner[token.text])
        this.closes[open.pop() ?? 0] = at;
    }
  }

  is(at: number, text: string): boolean {
    const token = this.all[at];
    return token !== undefined && token.kind !== "string" && token.text === text;
  }

  /** Behind a dot; `...name` is none. */
  isMember(at: number): boolean {
    return this.is(at - 1, ".") && !this.is(at - 2, ".");
  }

  isString(at: number): boolean {
    return this.all[at]?.kind === "string";
  }

  /** The token behind this one, or behind the bracket that it opens. */
  behind(at: number): number {
    const close = this.closes[at] ?? -1;
    return close > at ? close + 1 : at + 1 + (this.all[at]?.inside ?? 0);
  }

  closeOf(at: number): number {
    const close = this.closes[at] ?? -1;
    if (close > at) return close;
    // Not closed: up to the end of its line.
    let end = at + 1;
    while (end < Math.min(this.all.length, at + 50) && this.all[end]?.kind !== "line-end") end += 1;
    return end;
  }

  /** What stands between a bracket and its end, cut at commas; names of keywords apart. */
  argumentsOf(open: number): Argument[] {
    const end = this.closeOf(open);
    const found: Argument[] = [];
    let from = open + 1;
    for (let at = from; at <= end; at = this.behind(at)) {
      if (at < end && !this.is(at, ",")) continue;
      const span = this.trim({ from, to: at });
      const isKeyword =
        this.all[span.from]?.kind === "name" && this.is(span.from + 1, "=") && !this.is(span.from + 2, "=");
      if (span.to > span.from)
        found.push(
          isKeyword
            ? { from: span.from + 2, to: span.to, name: this.all[span.from]?.text ?? "" }
            : { ...span, name: null },
        );
      from = at + 1;
    }
    return found;
  }

  private trim({ from, to }: Span): Span {
    while (from < to && (this.all[from]?.kind === "line-end" || this.is(from, "await"))) from += 1;
    while (to > from && this.all[to - 1]?.kind === "line-end") to -= 1;
    return { from, to };
  }

  /** As it is written, for what is known only when it runs. */
  written({ from, to }: Span): string {
    const start = this.all[from]?.start ?? 0;
    return this.text.slice(start, Math.min(this.all[to - 1]?.end ?? start, start + 500));
  }

  valueOf(span: Span, depth = 0): CodeValue | null {
    const token = this.all[span.from];
    if (!token || span.to <= span.from) return null;
    const parts: string[] = [];
    let isLiteral = true;
    let length = 0;
    for (let at = span.from; at < span.to && length < longestText; ) {
      const next = this.partAt(at, depth);
      parts.push(next.text);
      length += next.text.length;
      isLiteral &&= next.isLiteral;
      at = Math.max(next.next, at + 1);
    }
    return { text: parts.join(""), isLiteral, token };
  }

  private partAt(at: number, depth: number): { text: string; isLiteral: boolean; next: number } {
    const token = this.all[at];
    if (!token) return unknownPart(at + 1);
    if (token.kind === "string") {
      const text = this.fill(token.text);
      return { text, isLiteral: token.isLiteral || !/\{/.test(text), next: this.behind(at) };
    }
    if (token.kind === "line-end" || this.is(at, "+")) return { text: "", isLiteral: true, next: at + 1 };
    // `Path.home() / ".config"` and its like.
    if (this.is(at, "/")) return { text: "/", isLiteral: true, next: at + 1 };
    if (token.kind !== "name") return unknownPart(this.behind(at));
    const { name, next } = this.nameAt(at);
    if (!this.is(next, "(")) {
      const value = this.constants.get(name);
      if (value !== null) return { text: value, isLiteral: true, next };
      return unknownPart(this.is(next, "[") ? this.behind(next) : next, name);
    }
    const behind = this.behind(next);
    if (homes.test(name)) return { text: "~", isLiteral: true, next: behind };
    const isClosed = behind > next + 1;
    if (!joins.test(name) || depth >= deepest || !isClosed) return unknownPart(behind, name);
    return { ...this.joined(next, depth), next: behind };
  }

  private joined(open: number, depth: number): { text: string; isLiteral: boolean } {
    const values = this.argumentsOf(open).map((span) => this.valueOf(span, depth + 1));
    return {
      text: values
        .map((value) => value?.text ?? "{…}")
        .join("/")
        .replace(/(?<!:)\/{2,}/g, "/"),
      isLiteral: values.every((value) => value?.isLiteral),
    };
  }

  /** A name with what follows its dots, what it was imported as in the place of its own. */
  nameAt(at: number): { name: string; next: number } {
    const names = [this.all[at]?.text ?? ""];
    let next = at + 1;
    for (;;) {
      if (this.is(next, "?")) next += 1;
      const isDot = this.is(next, ".") && this.all[next + 1]?.kind === "name";
      if (!isDot || names.length >= 8) break;
      names.push(this.all[next + 1]?.text ?? "");
      next += 2;
    }
    const [first = "", ...rest] = names;
    return { name: [this.aliases.get(first) ?? first, ...rest].join("."), next };
  }

  /** A text with the values of names that are put into it. */
  private fill(text: string): string {
    if (text.length > longestText || !text.includes("{")) return text;
    return text.replace(/\{([\w.]{1,60})\}/g, (written, name: string) => this.constants.get(name) ?? written);
  }
}

const unknownPart = (next: number, name = "…") => ({ text: `{${name}}`, isLiteral: false, next });
