import { shellWords } from "./shell-words";

/** What a host replaces in a body on activation. Nothing is ever run: `` !`command` `` stays as it is written. */
export type ArgumentRules = "arguments-only" | "positional" | "none";

export type SubstitutionInput = {
  body: string;
  /** What was typed after the skill's name. */
  arguments: string;
  rules: ArgumentRules;
  /** Names for positions (`arguments:` of the frontmatter); `positional` only. */
  names?: readonly string[];
  /** They stand for `${NAME}`, such as CLAUDE_SKILL_DIR; only `positional` reads them. */
  variables?: ReadonlyMap<string, string>;
};

/**
 * `arguments-only`: every `$ARGUMENTS`, case-sensitive, nothing else, so that `awk '{print $1}'` survives.
 * `positional`: also `$0`, `$ARGUMENTS[0]`, `$name` and `${NAME}`, 0-based, words as in `shellWords`, `\$` for a literal
 * dollar (https://code.claude.com/docs/en/skills); what an argument brings never begins a command. With arguments and no placeholder, `ARGUMENTS: …` is appended,
 * `positional` behind the line breaks that end the body.
 */
export function substituteArguments(input: SubstitutionInput): string {
  const { body, rules } = input;
  if (rules === "none") return body;
  const replaced = rules === "positional" ? replacePositional(input) : replaceAll(body, input.arguments);
  if (replaced.used || input.arguments.trim() === "") return replaced.text;
  const text = rules === "positional" ? replaced.text : replaced.text.replace(/(?<!\n)\n+$/, "");
  const typed = rules === "positional" ? withoutCommands(input.arguments) : input.arguments;
  return `${text}\n\nARGUMENTS: ${typed}`;
}

/** A text with no `` !`command` `` in it: the host writes `!` so wherever one could begin. */
const withoutCommands = (text: string): string =>
  text
    .replaceAll("!`", "! `")
    .replaceAll("`!", "` !")
    .replace(/(^|\s)!/g, "$1\\!");

type Replaced = { text: string; used: boolean };

/** Characters that arguments bring into one text. A long one in many places would fill the memory: the rest stays as it is. */
const mostBrought = 2_000_000;

/** Says for each value, in order, whether there is still room for it. */
function countBrought(): (value: string) => boolean {
  let brought = 0;
  return (value) => {
    brought += value.length;
    return brought <= mostBrought;
  };
}

function replaceAll(body: string, value: string): Replaced {
  let used = false;
  const fits = countBrought();
  const text = body.replace(/\$ARGUMENTS/g, (match: string) => {
    used = true;
    return fits(value) ? value : match;
  });
  return { text, used };
}

const placeholder =
  /(?<!\\)(\\*)\$(?:ARGUMENTS\[(\d{1,3})\]|(ARGUMENTS)(?![A-Za-z0-9_])|(\d{1,3})(?!\d)|\{([A-Z][A-Z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** One pass: what an argument brings in is not looked at again. */
function replacePositional({ body, arguments: typed, names = [], variables }: SubstitutionInput): Replaced {
  const values = shellWords(typed).map(withoutCommands);
  const whole = withoutCommands(typed);
  let used = false;
  const fits = countBrought();
  const put = (match: string, slashes: string, value: string): string => {
    used = true;
    return fits(value) ? slashes + value : match;
  };
  const text = body.replace(
    placeholder,
    (
      match: string,
      slashes: string,
      index?: string,
      all?: string,
      digit?: string,
      variable?: string,
      name?: string,
    ) => {
      // One backslash makes the dollar literal; two are two backslashes before a placeholder that counts.
      if (slashes.length === 1) return match.slice(1);
      if (variable !== undefined) {
        const value = variables?.get(variable);
        return value === undefined || !fits(value) ? match : slashes + value;
      }
      if (all !== undefined) return put(match, slashes, whole);
      if (name !== undefined) {
        const place = names.indexOf(name);
        return place < 0 ? match : put(match, slashes, values[place] ?? "");
      }
      const value = values[Number(index ?? digit)];
      return value === undefined ? match : put(match, slashes, value);
    },
  );
  return { text, used };
}
