/** Letters of another form, what nobody sees, and case: gone, as far as one pass takes it. */
const foldOnce = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");

/**
 * What a name is compared by: two names with the same fold pass for one another, in a list, as a folder or as what a
 * model types. NFKC with case folded and invisible characters left out, like NFKC_Casefold of Unicode
 * (https://www.unicode.org/reports/tr31/#NFKC_Modifications), but for `ı`, which counts as `i` here. Folding a fold
 * changes nothing.
 */
export function foldName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  let folded = foldOnce(name);
  for (let again = foldOnce(folded); again !== folded; again = foldOnce(folded)) folded = again;
  return folded;
}
