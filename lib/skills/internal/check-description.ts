import { isPlaceholderDescription } from "../placeholder-description";
import { checkHidden } from "./check-hidden";
import type { Report } from "./reporter";
import type { Scalar } from "./yaml-node";

const maxDescriptionLength = 1024;
const trigger =
  /\b(?:use|used|using|useful|invoke|apply|trigger\w*|activate|call|run|load|consult|reach for|when|whenever|before|after|if|for|ask\w*|request\w*)\b/i;
const firstPerson = /^\W*(?:I|I'm|I'll|we|we'll)\b|\b(?:I can|I will|I help|we can|helps? you)\b/i;
const nonLatinLetters = /(?!\p{Script=Latin})\p{L}/u;

export const codePointLength = (text: string): number => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

/** The reference's length rule (on the untrimmed text) and what makes a description work in a catalogue. */
export function checkDescription(
  { value: description, start, end }: Scalar,
  text: string,
  report: Report,
): void {
  const length = codePointLength(description);
  if (length > maxDescriptionLength) {
    const message = `Description exceeds ${maxDescriptionLength} character limit (${length} chars)`;
    report("description-too-long", start, end, message);
  } else if (description.length > maxDescriptionLength) {
    const message = `The description has ${description.length} UTF-16 units; some hosts stop at ${maxDescriptionLength}.`;
    report("description-too-long-utf16", start, end, message);
  }
  if (isPlaceholderDescription(description))
    report(
      "description-placeholder",
      start,
      end,
      "The description is still the template's. Write what the skill does, and when to use it.",
    );
  checkHidden(
    { rule: "description-invisible", title: "The description", value: description, start, end },
    text,
    report,
  );
  if (/[<>]/.test(description))
    report("description-markup", start, end, "The description contains < or >, which some hosts refuse.");
  if (!trigger.test(description) && !nonLatinLetters.test(description))
    report(
      "description-no-trigger",
      start,
      end,
      'Say when to use the skill ("Use when …"): models choose by that.',
    );
  if (firstPerson.test(description))
    report(
      "description-person",
      start,
      end,
      "Write the description in the third person: it stands in a catalogue.",
    );
}

/** Hosts that read it tell it after the description. */
export const checkWhenToUse = ({ value, start, end }: Scalar, text: string, report: Report): void =>
  checkHidden({ rule: "description-invisible", title: "when_to_use", value, start, end }, text, report);
