const placeholderWords =
  /example|sample|dummy|fake|test|demo|placeholder|change[_-]?me|replace|your|insert|redacted|secret|password|passw|token|here|todo|xxx|\.\.\.|<|>|\{|\}|\$|%|foo|bar|none|null|undefined|process\.env|os\.environ|getenv|config|settings|lorem|product/i;

const runs = /(.)\1{4,}|0123|1234|2345|abcd|qwer|asdf/i;

/** Values that documentation writes where a key would stand. */
export const isPlaceholder = (value: string): boolean => placeholderWords.test(value) || runs.test(value);

/** Answers bits a character (Shannon). English words are below 3.3, random base 64 of 20 characters above 3.8. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Does the value look drawn at random: mixed characters, no words, no path, no placeholder? */
export function isRandom(value: string): boolean {
  if (isPlaceholder(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || !/\d/.test(value)) return false;
  if (/^[a-z]+(?:[._/-][a-z0-9]+)+$/i.test(value) && !/[a-z]\d[a-z]|\d[a-z]\d/i.test(value)) return false;
  const isHex = /^[0-9a-f]+$/i.test(value);
  return entropy(value) >= (isHex ? 3 : 3.4);
}
