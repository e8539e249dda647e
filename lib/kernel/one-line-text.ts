import { findHarmfulText } from "./hidden-text";
import { labelOfRun } from "./mark-hidden";
import { storableText } from "./storable-text";

/** Matches text that holds only spaces and characters without a shape. */
const blank = /^[\s\p{Cf}\p{Zs}\u2800\u3164\uffa0]*$/u;

/** Whether a reader sees nothing at all. */
export const isBlankText = (text: string): boolean => blank.test(text);

/**
 * What stands in lists, menus, mails and an audit's rows beside the words of others: one line that can be seen, that
 * reads as it is stored and ends where it ends. Trimmed; never empty.
 */
export const oneLineText = (whenEmpty: string) =>
  storableText
    .trim()
    .refine((text) => !isBlankText(text), whenEmpty)
    .refine((text) => !/[\n\t\p{Zl}\p{Zp}]/u.test(text), "Use one line, without tabs.")
    .superRefine((text, check) => {
      const [run] = findHarmfulText(text);
      if (run)
        check.addIssue({
          code: "custom",
          message: `Take out ${labelOfRun(run)}: use one line without control characters, invisible characters and marks that turn the direction of text.`,
        });
    });
