/**
 * Words of others where a line's end would begin another field, header or line of ours: white space and control
 * characters between words are one space.
 */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
