import { foldName } from "./fold-name";

const maxSlugLength = 64;

/** Names that Windows keeps for itself: no folder can have them. */
const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** FNV-1a over code points: short and stable, to tell slugs apart; not for security. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * An ASCII kebab-case name for URLs, archives and strict hosts: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
 * Accents are dropped (`café` -> `cafe`); a name that loses letters gets a hash of its fold, so that a look-alike of
 * another name never has its slug, and names that differ only in case always share theirs.
 */
export function skillSlug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  const lost = /[^\u0000-\u007f]/.test(plain);
  const kebab = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  if (windowsDevice.test(kebab)) return `${kebab}-skill`;
  if (!lost && kebab !== "" && kebab.length <= maxSlugLength) return kebab;
  const hash = shortHash(foldName(name));
  const stem = (kebab === "" ? "skill" : kebab).slice(0, maxSlugLength - hash.length - 1).replace(/-+$/, "");
  return `${stem}-${hash}`;
}
