import {
  isLineEnd,
  isWordCharacter,
  type Pattern,
  type PatternNode,
  parsePattern,
  type TakesCharacter,
} from "./parse-pattern";
import { err, ok, type Result } from "./result";

/** Of a pattern, in characters. */
export const longestPattern = 500;
const mostInstructions = 2_000;

type Instruction =
  | { op: "one"; takes: TakesCharacter; negated: boolean }
  | { op: "place"; at: Extract<PatternNode, { kind: "place" }>["at"] }
  | { op: "fork"; to: number[] }
  | { op: "end" };

/** What may still be spent on matching, in visits of an instruction; several patterns may share one. */
export type MatchBudget = { left: number };

/** About a tenth of a second. */
export const usualBudget = (): MatchBudget => ({ left: 10_000_000 });

export type LinearPattern = {
  /** The fewest characters that it can match. */
  least: number;
  /** Whether it is anywhere in the text; null when the budget was spent before that was known. */
  isIn(text: string, budget?: MatchBudget): boolean | null;
};

/**
 * A regular expression that somebody wrote, as a machine that goes over the text once: its time is the text's length
 * times the pattern's, whatever both hold, so that none can keep the server busy. The error says what is not possible.
 */
export function compilePattern(source: string): Result<LinearPattern, string> {
  if (source.length > longestPattern) return err(`it has more than ${longestPattern} characters`);
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const program: Instruction[] = [];
  if (!emit(program, parsed.value.node))
    return err("its repetitions come to too much together; use smaller counts");
  program.push({ op: "end" });
  const { value } = parsed;
  return ok({
    least: leastOf(value.node),
    isIn: (text, budget = usualBudget()) => new Search(program, value, budget).isIn(text),
  });
}

function leastOf(node: PatternNode): number {
  switch (node.kind) {
    case "one":
      return 1;
    case "row":
      return node.nodes.reduce((sum, each) => sum + leastOf(each), 0);
    case "either":
      return Math.min(...node.nodes.map(leastOf));
    case "repeat":
      return node.least * leastOf(node.node);
    case "place":
      return 0;
  }
}

/** Appends what matches this node and then goes on behind itself. False when there is no room for it. */
function emit(program: Instruction[], node: PatternNode): boolean {
  if (program.length > mostInstructions) return false;
  switch (node.kind) {
    case "one":
      program.push({ op: "one", takes: node.takes, negated: node.negated });
      return true;
    case "place":
      program.push({ op: "place", at: node.at });
      return true;
    case "row":
      return node.nodes.every((each) => emit(program, each));
    case "either":
      return emitEither(program, node.nodes);
    case "repeat":
      return emitRepeat(program, node);
  }
}

function emitEither(program: Instruction[], nodes: readonly PatternNode[]): boolean {
  const fork = { op: "fork" as const, to: [] as number[] };
  program.push(fork);
  const ends: { to: number[] }[] = [];
  for (const node of nodes) {
    fork.to.push(program.length);
    if (!emit(program, node)) return false;
    const end = { op: "fork" as const, to: [] as number[] };
    program.push(end);
    ends.push(end);
  }
  for (const end of ends) end.to.push(program.length);
  return true;
}

function emitRepeat(program: Instruction[], node: Extract<PatternNode, { kind: "repeat" }>): boolean {
  for (let count = 0; count < node.least; count++) if (!emit(program, node.node)) return false;
  if (node.most === null) {
    const at = program.length;
    const fork = { op: "fork" as const, to: [at + 1] };
    program.push(fork);
    if (!emit(program, node.node)) return false;
    program.push({ op: "fork", to: [at] });
    fork.to.push(program.length);
    return true;
  }
  const skips: { to: number[] }[] = [];
  for (let count = node.least; count < node.most; count++) {
    const skip = { op: "fork" as const, to: [program.length + 1] };
    skips.push(skip);
    program.push(skip);
    if (!emit(program, node.node)) return false;
  }
  for (const skip of skips) skip.to.push(program.length);
  return true;
}

/** All ways of matching go through the text side by side; each instruction is visited once at each place. */
class Search {
  private readonly seenAt: Int32Array;
  private place = -1;
  private found = false;

  constructor(
    private readonly program: readonly Instruction[],
    private readonly rules: Pick<Pattern, "ignoreCase" | "multiline">,
    private readonly budget: MatchBudget,
  ) {
    this.seenAt = new Int32Array(program.length).fill(-1);
  }

  isIn(text: string): boolean | null {
    let current: number[] = [];
    let before = -1;
    for (let at = 0; at <= text.length; ) {
      const code = text.codePointAt(at) ?? -1;
      this.place += 1;
      const waiting: number[] = [];
      for (const instruction of current) this.follow(instruction, before, code, waiting);
      this.follow(0, before, code, waiting);
      if (this.found) return true;
      if (this.budget.left <= 0) return null;
      current = code < 0 ? [] : this.taking(waiting, code);
      before = code;
      at += code > 0xffff ? 2 : 1;
    }
    return false;
  }

  /** Collects every instruction that waits for the next character. */
  private follow(from: number, before: number, after: number, waiting: number[]): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.seenAt[at] === this.place) continue;
      this.seenAt[at] = this.place;
      this.budget.left -= 1;
      const instruction = this.program[at];
      if (instruction?.op === "end") this.found = true;
      else if (instruction?.op === "one") waiting.push(at);
      else if (instruction?.op === "fork") open.push(...instruction.to);
      else if (instruction && this.isAt(instruction.at, before, after)) open.push(at + 1);
    }
  }

  private taking(waiting: readonly number[], code: number): number[] {
    const codes = this.rules.ignoreCase ? bothCases(code) : [code];
    return waiting.flatMap((at) => {
      const instruction = this.program[at];
      if (instruction?.op !== "one") return [];
      return codes.some(instruction.takes) === instruction.negated ? [] : [at + 1];
    });
  }

  private isAt(at: Extract<PatternNode, { kind: "place" }>["at"], before: number, after: number): boolean {
    const { multiline } = this.rules;
    if (at === "start") return before < 0 || (multiline && isLineEnd(before));
    if (at === "end") return after < 0 || (multiline && isLineEnd(after));
    const isEdge = (before >= 0 && isWordCharacter(before)) !== (after >= 0 && isWordCharacter(after));
    return isEdge === (at === "edge");
  }
}

/** The character and what it is in the other case, where that is one character as well. */
function bothCases(code: number): number[] {
  const text = String.fromCodePoint(code);
  const others = [text.toLowerCase(), text.toUpperCase()].flatMap((other) => {
    const first = other.codePointAt(0) ?? code;
    return other.length === (first > 0xffff ? 2 : 1) && first !== code ? [first] : [];
  });
  return [code, ...others];
}
