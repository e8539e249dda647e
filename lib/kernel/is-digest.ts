/** A SHA-256 as it is written everywhere here: 64 small hexadecimal digits. */
export const digestPattern = /^[0-9a-f]{64}$/;

export const isDigest = (text: string): boolean => digestPattern.test(text);
