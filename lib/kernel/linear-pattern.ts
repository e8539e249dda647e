import { RE2JS } from "re2js";
import { err, ok, type Result } from "./result";

/** Of a pattern, in characters. */
export const longestPattern = 500;
/** Of a pattern whose repetitions are written out, as RE2 does before it matches anything. */
const mostInstructions = 2_000;
/** Of what writing them out could come to at the worst: that itself takes time. */
const mostWrittenOut = 20_000;
const tooLarge = "its repetitions come to too much together; use smaller counts";

/** What may still be spent on matching: instructions of a pattern times characters; several patterns may share one. */
export type MatchBudget = { left: number };

/** At most about half a second. */
export const usualBudget = (): MatchBudget => ({ left: 10_000_000 });

export type LinearPattern = {
  /** Whether it is anywhere in the text; null when that could cost more than the budget has left. */
  isIn(text: string, budget?: MatchBudget): boolean | null;
  /** Whether it is found in a text without taking a character of it, as `a*` and `\b` are. */
  needsNothing: boolean;
};

/** Letters and signs of several kinds: what can be found without taking a character is found so in one of these. */
const probes = ["", "a", "7 ", ".\n", "é漢"];

/**
 * A regular expression that somebody wrote, in the syntax of RE2: its time is the text's length times the pattern's,
 * whatever both hold, so that none can keep the server busy. The error says what is not possible.
 */
export function compilePattern(source: string): Result<LinearPattern, string> {
  if (source.length > longestPattern) return err(`it has more than ${longestPattern} characters`);
  if (source.length * countsIn(source) > mostWrittenOut) return err(tooLarge);
  const pattern = compile(source);
  if (!pattern.ok) return pattern;
  const size = pattern.value.programSize();
  if (size > mostInstructions) return err(tooLarge);
  return ok({
    needsNothing: probes.some((text) => foundEmpty(pattern.value, text)),
    isIn: (text, budget = usualBudget()) => {
      const cost = size * text.length;
      if (cost > budget.left) return null;
      budget.left -= cost;
      return pattern.value.test(text);
    },
  });
}

/** What all `{n,m}` come to; braces that are meant as such count as well. */
function countsIn(source: string): number {
  const counts = source.matchAll(/\{(\d+)(?:,(\d*))?\}/g);
  return [...counts].reduce((sum, [, least = "0", most]) => sum + Number(most || least), 0);
}

function compile(source: string): Result<RE2JS, string> {
  try {
    return ok(RE2JS.compile(source));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return err(said.replace(/^error parsing regexp: /, ""));
  }
}

function foundEmpty(pattern: RE2JS, text: string): boolean {
  const matcher = pattern.matcher(text);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}
