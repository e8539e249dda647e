import type { PayloadOf } from "./events";

/** What a saved result may ask of a call's input. `matches` knows `*` for any text and `?` for one character. */
export const inputTests = ["equals", "contains", "matches"] as const;
export type InputCondition = {
  /** A name, or several with dots between them (`filter.city`, `items.0`); null for the whole input as JSON. */
  field: string | null;
  is: (typeof inputTests)[number];
  value: string;
};

/** What is given in place of a tool's answer. Cases are looked at in order; the first that fits answers. */
export type SavedResult = {
  /** For every other input; null where that is left to somebody else. */
  result: string | null;
  cases?: readonly { when: InputCondition; result: string }[] | undefined;
  /** Whether `{{input.city}}`, `{{json input.city}}` and `{{input}}` stand for what the call holds. */
  fillIn?: boolean | undefined;
};

type ChosenResult = { result: string; savedCase?: NonNullable<PayloadOf<"tool-called">["savedCase"]> };

/** How many cases one saved result can have. */
export const mostCases = 20;
/** A longer one is not filled in any further: the runtime cuts it much earlier. */
const mostFilledCharacters = 400_000;

/**
 * The result for one input, and which case gave it where there are cases; null when none fits and nothing is said of
 * the others. Nothing is run and no expression is compiled: the time goes with the length of input and pattern.
 */
export function chooseResult(
  { result, cases = [], fillIn }: SavedResult,
  input: unknown,
): ChosenResult | null {
  const at = cases.findIndex(({ when }) => fits(when, input));
  const text = cases[at]?.result ?? result;
  if (text === null) return null;
  const given = fillIn ? fillInput(text, input) : text;
  if (cases.length === 0) return { result: given };
  const fitting = cases[at];
  return {
    result: given,
    savedCase: fitting
      ? { number: at + 1, when: sayCondition(fitting.when) }
      : { number: null, when: "no case fits" },
  };
}

const testWords = { equals: "is", contains: "contains", matches: "matches" } as const;

/** The condition in words: `city is “Oslo”`. */
export const sayCondition = ({ field, is, value }: InputCondition): string =>
  `${field ?? "the input"} ${testWords[is]} “${value}”`;

function fits({ field, is, value }: InputCondition, input: unknown): boolean {
  const found = field === null ? { value: input } : findField(input, field);
  if (!found) return false;
  const text = asText(found.value);
  switch (is) {
    case "equals":
      return text === value;
    case "contains":
      return text.toLowerCase().includes(value.toLowerCase());
    case "matches":
      return matchesPattern(text.toLowerCase(), value.toLowerCase());
  }
}

/** A field by its dotted name; a name that has dots itself comes first. Null when it is not there. */
function findField(value: unknown, path: string): { value: unknown } | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, path)) return { value: Reflect.get(value, path) };
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const head = path.slice(0, dot);
    const found = Object.hasOwn(value, head)
      ? findField(Reflect.get(value, head), path.slice(dot + 1))
      : null;
    if (found) return found;
  }
  return null;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : asJson(value));
const asJson = (value: unknown): string => JSON.stringify(value) ?? "null";

/** Goes back to the last `*` alone, so that it takes the product of both lengths at most. */
function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let from = 0;
  while (at < text.length) {
    if (pattern[of] === "*") {
      star = of;
      from = at;
      of += 1;
    } else if (of < pattern.length && (pattern[of] === "?" || pattern[of] === text[at])) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      from += 1;
      at = from;
      of = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(of));
}

/** A place whose field is not there stays as it is written, so that somebody sees it. */
function fillInput(text: string, input: unknown): string {
  let added = 0;
  return text.replace(
    /\{\{(json )?input(?:\.([^{}\s]{1,200}))?\}\}/g,
    (place, json: string | undefined, path: string | undefined) => {
      const found = path === undefined ? { value: input } : findField(input, path);
      if (!found || added > mostFilledCharacters) return place;
      const filled = json === undefined ? asText(found.value) : asJson(found.value);
      added += filled.length;
      return filled;
    },
  );
}
