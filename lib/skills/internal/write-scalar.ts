/** Plain texts that common YAML readers take for a number, a date, a switch or nothing. */
export const looksTyped =
  /^(?:true|false|yes|no|on|off|null|~|[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:e[-+]?\d+)?|0[xo][0-9a-f]+|0\d+|\d{4}-\d\d?-\d\d?(?:[t ].*)?)$/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/;
const needsEscape = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** `text` as a YAML value on one line: plain where every reader takes it for the same text, else double quoted. */
export function quoteIfNeeded(text: string): string {
  const plain =
    text !== "" &&
    text === text.trim() &&
    !/^[-?:,[\]{}#&*!|>'"%@`]/.test(text) &&
    !/: |:$| #/.test(text) &&
    !looksTyped.test(text) &&
    !unprintable.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""));
  return plain ? text : quoteText(text);
}

/** Double quotes with JSON's escapes, which YAML shares; what YAML forbids raw is escaped too. */
const quoteText = (text: string): string =>
  JSON.stringify(text).replace(
    needsEscape,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
