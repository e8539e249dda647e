import { storableText } from "./storable-text";

/** Control characters, line and paragraph separators, and what turns the direction of the text that follows. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Spaces and characters without a shape alone. */
const blank = /^[\s\p{Cf}\p{Zs}\u2800\u3164\uffa0]*$/u;

/**
 * What stands in lists, menus, mails and an audit's rows beside the words of others: one line that can be seen, and
 * that ends where it ends. Trimmed; never empty.
 */
export const oneLineText = (whenEmpty: string) =>
  storableText
    .trim()
    .refine((text) => !blank.test(text), whenEmpty)
    .refine(
      (text) => !unseen.test(text),
      "Use one line, without control characters and without marks that turn the direction of text.",
    );
