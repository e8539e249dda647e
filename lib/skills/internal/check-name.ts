import { checkHidden } from "./check-hidden";
import type { Report } from "./reporter";
import { trimBlanks } from "./trim-blanks";
import type { Scalar } from "./yaml-node";

const maxNameLength = 64;
const reservedWords = /anthropic|claude/i;
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Trimmed and NFKC, as the reference compares names. */
export const normalName = (name: string): string => trimBlanks(name).normalize("NFKC");

/** Letters and digits as Python's `str.isalnum` has them: no marks, so combining vowel signs fail. */
const isNameCharacter = (character: string): boolean => /^[\p{L}\p{N}-]$/u.test(character);

/** Rules 11 to 15 of the reference, in its order and words, and what other readers add. */
export function checkName({ value: raw, start, end }: Scalar, text: string, report: Report): void {
  const name = normalName(raw);
  const length = [...name].length;
  if (length > maxNameLength)
    report(
      "name-too-long",
      start,
      end,
      `Skill name '${name}' exceeds ${maxNameLength} character limit (${length} chars)`,
    );
  if (name !== name.toLowerCase())
    report("name-upper-case", start, end, `Skill name '${name}' must be lowercase`, {
      title: "Write the name in lower case",
      edits: [{ start, end, text: name.toLowerCase() }],
    });
  if (name.startsWith("-") || name.endsWith("-"))
    report("name-hyphen-edge", start, end, "Skill name cannot start or end with a hyphen", {
      title: "Delete the hyphen",
      edits: [{ start, end, text: name.replace(/^-+|-+$/g, "") }],
    });
  if (name.includes("--"))
    report("name-double-hyphen", start, end, "Skill name cannot contain consecutive hyphens", {
      title: "Use one hyphen",
      edits: [{ start, end, text: name.replace(/-{2,}/g, "-") }],
    });
  checkCharacters(name, start, end, report);
  checkHidden({ rule: "name-invisible", title: "The name", value: raw, start, end }, text, report);
  checkLooks(name, start, end, report);
}

function checkCharacters(name: string, start: number, end: number, report: Report): void {
  if (![...name].every(isNameCharacter)) {
    const message = `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`;
    const mended = name.toLowerCase().replace(/[\s_.]+/g, "-");
    const fixable = mended !== "" && [...mended].every(isNameCharacter);
    const fix = { title: `Rename to ${mended}`, edits: [{ start, end, text: mended }] };
    report("name-characters", start, end, message, fixable ? fix : undefined);
  } else if (/[^a-z0-9-]/i.test(name)) {
    report(
      "name-not-ascii",
      start,
      end,
      `Several hosts only accept a-z, 0-9 and hyphens in names, not '${name}'.`,
    );
  }
}

function checkLooks(name: string, start: number, end: number, report: Report): void {
  if (scripts.filter((script) => script.test(name)).length > 1)
    report(
      "name-mixed-script",
      start,
      end,
      `The name '${name}' mixes alphabets and can pass for another name.`,
    );
  if (reservedWords.test(name))
    report(
      "name-reserved",
      start,
      end,
      `Some hosts refuse names that contain "${reservedWords.exec(name)?.[0]}".`,
    );
}
