/** What every provider accepts as a tool's name. */
const mostCharacters = 64;

/**
 * `<skill>__<tool>`, the same for the same two names, with only letters, digits, `_` and `-`. Past 64 characters,
 * or when a character had to be replaced, a hash of the whole name ends it, so that two names never fall together.
 */
export const skillToolName = (skillName: string, toolName: string): string =>
  safeToolName(`${skillName}__${toolName}`);

export function safeToolName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, "_");
  if (safe === name && name.length <= mostCharacters && name !== "") return name;
  const suffix = `_${hash(name)}`;
  return safe.slice(0, mostCharacters - suffix.length) + suffix;
}

/** FNV-1a over UTF-16 code units in two lanes (http://www.isthe.com/chongo/tech/comp/fnv/): 16 hexadecimal digits. */
function hash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0xc9dc5118;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + at), 0x01000193);
  }
  return [first, second].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
