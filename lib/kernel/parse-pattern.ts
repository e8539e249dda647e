import { err, ok, type Result } from "./result";

/** Takes one character, by its code point. */
export type TakesCharacter = (codePoint: number) => boolean;

export type PatternNode =
  | { kind: "one"; takes: TakesCharacter; negated: boolean }
  | { kind: "row"; nodes: readonly PatternNode[] }
  | { kind: "either"; nodes: readonly PatternNode[] }
  /** `most` is null without a limit. */
  | { kind: "repeat"; node: PatternNode; least: number; most: number | null }
  /** Between two characters: the text's or the line's start and end, a word's edge, or none. */
  | { kind: "place"; at: "start" | "end" | "edge" | "no-edge" };

export type Pattern = { node: PatternNode; ignoreCase: boolean; multiline: boolean };

const mostRepetitions = 1_000;

class PatternError extends Error {}
const fail = (message: string): never => {
  throw new PatternError(message);
};

/**
 * A regular expression in JavaScript's syntax with the flag `u`'s view of characters, less what cannot be matched in
 * linear time. Flags `i`, `m` and `s` stand at its head: `(?i)sev[12]`. The error is a sentence for people.
 */
export function parsePattern(source: string): Result<Pattern, string> {
  const [head = "", flags = ""] = /^\(\?([ims]+)\)/.exec(source) ?? [];
  try {
    const reader = new PatternReader([...source.slice(head.length)], flags.includes("s"));
    const node = reader.whole();
    return ok({ node, ignoreCase: flags.includes("i"), multiline: flags.includes("m") });
  } catch (error) {
    if (error instanceof PatternError) return err(error.message);
    throw error;
  }
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
const isDigit: TakesCharacter = (code) => code >= 48 && code <= 57;
export const isWordCharacter: TakesCharacter = (code) =>
  isDigit(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
/** Asked once for each character: a class may have hundreds of members. */
function remembering(takes: TakesCharacter): TakesCharacter {
  const known = new Map<number, boolean>();
  return (code) => {
    const answer = known.get(code) ?? takes(code);
    if (known.size < mostRemembered) known.set(code, answer);
    return answer;
  };
}
const mostRemembered = 5_000;

const isSpace = remembering((code) => /\s/u.test(String.fromCodePoint(code)));
export const isLineEnd = (code: number): boolean =>
  code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
const not =
  (takes: TakesCharacter): TakesCharacter =>
  (code) =>
    !takes(code);

const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 };
const families: Readonly<Record<string, TakesCharacter>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWordCharacter,
  W: not(isWordCharacter),
  s: isSpace,
  S: not(isSpace),
};

class PatternReader {
  private at = 0;

  constructor(
    private readonly characters: readonly string[],
    private readonly dotTakesLineEnds: boolean,
  ) {}

  whole(): PatternNode {
    const node = this.either();
    return this.at < this.characters.length ? fail(`a ) without its ( at character ${this.at + 1}`) : node;
  }

  private either(): PatternNode {
    const nodes = [this.row()];
    while (this.take("|")) nodes.push(this.row());
    const [only] = nodes;
    return nodes.length === 1 && only ? only : { kind: "either", nodes };
  }

  private row(): PatternNode {
    const nodes: PatternNode[] = [];
    for (let next = this.peek(); next !== "" && next !== "|" && next !== ")"; next = this.peek())
      nodes.push(this.repeated());
    return { kind: "row", nodes };
  }

  private repeated(): PatternNode {
    const node = this.atom();
    const [least, most] = this.quantifier() ?? [];
    if (least === undefined || most === undefined) return node;
    if (node.kind === "place") return fail("a repetition of a place that has no characters");
    // Whether it takes much or little first changes nothing about whether it is found.
    this.take("?");
    if (this.quantifier()) return fail(`a repetition of a repetition before character ${this.at + 1}`);
    return { kind: "repeat", node, least, most };
  }

  private quantifier(): [number, number | null] | null {
    if (this.take("*")) return [0, null];
    if (this.take("+")) return [1, null];
    if (this.take("?")) return [0, 1];
    const counted = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(this.characters.slice(this.at, this.at + 16).join(""));
    if (!counted) return null;
    const [all, first = "", open, last = ""] = counted;
    const least = Number(first);
    const most = open === undefined ? least : last === "" ? null : Number(last);
    if (Math.max(least, most ?? 0) > mostRepetitions)
      return fail(`${all}: at most ${mostRepetitions} repetitions`);
    if (most !== null && most < least) return fail(`${all}: the second number is the smaller one`);
    this.at += all.length;
    return [least, most];
  }

  private atom(): PatternNode {
    const character = this.next();
    switch (character) {
      case "(":
        return this.group();
      case "[":
        return this.characterClass();
      case ".":
        return one((code) => this.dotTakesLineEnds || !isLineEnd(code));
      case "^":
        return { kind: "place", at: "start" };
      case "$":
        return { kind: "place", at: "end" };
      case "*":
      case "+":
      case "?":
        return fail(`nothing to repeat before ${character} at character ${this.at}`);
      case "\\":
        return this.escaped();
      default:
        return exactly(codeOf(character));
    }
  }

  private group(): PatternNode {
    if (this.take("?")) {
      const rest = this.characters.slice(this.at, this.at + 100).join("");
      if (/^(?:[=!]|<[=!])/.test(rest))
        return fail("looking ahead or behind, (?=…) and the like, is not possible here");
      const name = /^(?::|<[A-Za-z_$][\w$]*>)/.exec(rest)?.[0];
      if (name === undefined)
        return fail("a group that begins with (?; flags stand at the pattern's head alone, as in (?i)");
      this.at += name.length;
    }
    const node = this.either();
    return this.take(")") ? node : fail("a ( without its )");
  }

  private escaped(): PatternNode {
    const character = this.next();
    if (character === "b") return { kind: "place", at: "edge" };
    if (character === "B") return { kind: "place", at: "no-edge" };
    if (/[1-9k]/.test(character)) return fail(`what a group took cannot be asked for again (\\${character})`);
    return one(this.escape(character));
  }

  /** What an escape takes, within a class and without. */
  private escape(character: string): TakesCharacter {
    const family = Object.hasOwn(families, character) ? families[character] : undefined;
    if (family) return family;
    if (character === "p" || character === "P") return this.property(character);
    const code = this.escapedCode(character);
    return (other) => other === code;
  }

  private escapedCode(character: string): number {
    const control = Object.hasOwn(controls, character) ? controls[character] : undefined;
    if (control !== undefined) return control;
    if (character === "x" || character === "u") return this.hexadecimal(character);
    if (character === "") return fail("a backslash at the end");
    if (/[A-Za-z0-9]/.test(character)) return fail(`\\${character} means nothing here`);
    return codeOf(character);
  }

  private hexadecimal(character: "x" | "u"): number {
    const rest = this.characters.slice(this.at, this.at + 10).join("");
    const digits = (character === "x" ? /^([0-9a-f]{2})/i : /^(?:([0-9a-f]{4})|\{([0-9a-f]{1,6})\})/i).exec(
      rest,
    );
    const code = Number.parseInt(digits?.[1] ?? digits?.[2] ?? "", 16);
    if (!digits || !(code <= 0x10ffff)) return fail(`\\${character} without the number of a character`);
    this.at += digits[0].length;
    return code;
  }

  private property(character: "p" | "P"): TakesCharacter {
    const name = /^\{[\w=]{1,60}\}/.exec(this.characters.slice(this.at, this.at + 64).join(""))?.[0] ?? "";
    const known = propertyOf(name) ?? fail(`\\${character}${name} is no property of characters`);
    this.at += name.length;
    const takes = remembering((code) => known.test(String.fromCodePoint(code)));
    return character === "P" ? not(takes) : takes;
  }

  private characterClass(): PatternNode {
    const negated = this.take("^");
    const members: TakesCharacter[] = [];
    while (!this.take("]")) {
      if (this.at >= this.characters.length) return fail("a [ without its ]");
      members.push(this.member());
    }
    const takes = remembering((code) => members.some((member) => member(code)));
    return { kind: "one", takes, negated };
  }

  private member(): TakesCharacter {
    const first = this.memberCode();
    const isRange = this.peek() === "-" && this.characters[this.at + 1] !== "]";
    if (!isRange || typeof first !== "number")
      return typeof first === "number" ? (code) => code === first : first;
    this.at += 1;
    const last = this.memberCode();
    if (typeof last !== "number" || last < first)
      return fail("a range in [] whose end is before its beginning, or no character");
    return (code) => code >= first && code <= last;
  }

  private memberCode(): number | TakesCharacter {
    const character = this.next();
    if (character !== "\\") return codeOf(character);
    const escaped = this.next();
    if (escaped === "b") return 8;
    if (escaped === "-") return codeOf("-");
    return /[dDwWsSpP]/.test(escaped) ? this.escape(escaped) : this.escapedCode(escaped);
  }

  private peek(): string {
    return this.characters[this.at] ?? "";
  }

  private next(): string {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at += 1;
    return true;
  }
}

const one = (takes: TakesCharacter): PatternNode => ({ kind: "one", takes, negated: false });
const exactly = (code: number): PatternNode => one((other) => other === code);

function propertyOf(name: string): RegExp | null {
  try {
    return name === "" ? null : new RegExp(`^\\p${name}$`, "u");
  } catch {
    return null;
  }
}
